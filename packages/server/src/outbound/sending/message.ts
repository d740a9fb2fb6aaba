/** An attempt's request and its result. */
import type { SealedText } from '../../platform/secrets/sealed-columns.ts'

/** A request to a receiver. */
export type Outgoing = {
  readonly url: string
  readonly sandbox: boolean
  /** The same in every attempt. */
  readonly id: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  /** Those that sign now, encrypted, the newest first. */
  readonly secrets: readonly SealedText[]
  /** Removes the parts of an answer that must not be stored. */
  readonly clean?: (text: string) => string
}

/** The stored part of an attempt. */
export type Attempt = {
  readonly startedAt: Date
  readonly durationMs: number
  /** Null: there was no answer; `failure` says why. */
  readonly status: number | null
  readonly failure: string | null
  readonly response: string | null
}

/** From 1, in the order in which they were settled. */
export type NumberedAttempt = Attempt & { readonly number: number }

export type Attempted = {
  readonly attempt: Attempt
  /** The receiver's answer, in full. */
  readonly text: string
  /** The time of the retry that it requested, in the time of the store. */
  readonly retryAfter: Date | undefined
}
