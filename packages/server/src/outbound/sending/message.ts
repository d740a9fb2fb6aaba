/** What an attempt sends, and what comes of it. */
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
  /** Takes out of what the receiver says what may be stored nowhere. */
  readonly clean?: (text: string) => string
}

/** What is stored of an attempt. */
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
  /** What the receiver answered, whole. */
  readonly text: string
  /** When it wants to be asked again, in the time of the store. */
  readonly retryAfter: Date | undefined
}
