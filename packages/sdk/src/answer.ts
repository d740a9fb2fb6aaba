import type { Simulation } from './widget-card.ts'

type Fields = Readonly<Record<string, unknown>>

/** For a checkout: the parts that the script reads about the store's pages. */
export type Transaction = { readonly merchant?: Fields }

/** The parts of the service's answers that the script reads, by question. */
type Body = Partial<Simulation> & {
  readonly error?: {
    readonly code: string
    readonly message: string
    readonly fields?: Readonly<Record<string, readonly string[]>>
  }
  /** For a button, and for several. */
  readonly allowed?: boolean
  readonly buttons?: readonly Body[]
  /** For a refused simulation. */
  readonly notice?: string
  /** For a checkout. */
  readonly status?: string
  readonly status_reason?: string
  readonly transaction?: Transaction
}

export type Answer = {
  readonly status: number
  /** The parsed JSON; null if it is invalid. */
  readonly body: Body | null
}
