/**
 * Where a store is paid (decision 0150). Invariants: 1. in live mode an account that was named is
 * paid to two days later. 2. Until then the one before is, and naming another takes it
 * back.
 */

/** What people may read of an account. */
export type ShownAccount = {
  /** Its country and last four characters. */
  readonly iban: string
  readonly holder: string
}

export type PaidAccount = ShownAccount & { readonly id: string }

export type BankAccount = PaidAccount & {
  /** Which of the store in its mode. */
  readonly version: number
  /** Both in the store's time. */
  readonly createdAt: Date
  readonly effectiveFrom: Date
}

/** The one that was named last, as its store reads it. */
export type NamedAccount = ShownAccount & {
  /** From when it is paid to, milliseconds since 1970. */
  readonly from: number
}

const WAIT_MS = 48 * 3_600_000

/** From when an account is paid to that is named now. */
export const accountFrom = (at: Date, { sandbox }: { readonly sandbox: boolean }): Date =>
  sandbox ? at : new Date(at.getTime() + WAIT_MS)
