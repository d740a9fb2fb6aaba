import type { Simulation } from './widget-card.ts'

type Fields = Readonly<Record<string, unknown>>

/** Of a checkout: what the script reads is where the store's pages are. */
export type Transaction = { readonly merchant?: Fields }

/** All that the script reads of what the service answers; whose it is, the question says. */
type Body = Partial<Simulation> & {
  readonly error?: {
    readonly code: string
    readonly message: string
    readonly fields?: Readonly<Record<string, readonly string[]>>
  }
  /** Of a button, and of several. */
  readonly allowed?: boolean
  readonly buttons?: readonly Body[]
  /** Of a simulation that is refused. */
  readonly notice?: string
  /** Of a checkout. */
  readonly status?: string
  readonly status_reason?: string
  readonly transaction?: Transaction
}

export type Answer = {
  readonly status: number
  /** The parsed JSON; null where there is none. */
  readonly body: Body | null
}
