/**
 * Where a store is paid (decision 0150). Invariants: 1. in live mode an account that was named is
 * paid to two days later. 2. Until then the one before is, and naming another takes it
 * back.
 */

/** The masked form of an account, for people. */
export type ShownAccount = {
  /** Its country and last four characters. */
  readonly iban: string
  readonly holder: string
}

export type PaidAccount = ShownAccount & { readonly id: string }

export type BankAccount = PaidAccount & {
  /** The account of a store in one mode. */
  readonly version: number
  /** Both in the store's time. */
  readonly createdAt: Date
  readonly effectiveFrom: Date
}

/** The newest account, as its store sees it. */
export type NamedAccount = ShownAccount & {
  /** When payouts to it start, in milliseconds since 1970. */
  readonly from: number
}

const WAIT_MS = 48 * 3_600_000

/** When payouts start to an account that is set now. */
export const accountFrom = (at: Date, { sandbox }: { readonly sandbox: boolean }): Date =>
  sandbox ? at : new Date(at.getTime() + WAIT_MS)
