import type { Tables } from '../../platform/database/tables.ts'
import type { PaidAccount } from './bank-account.ts'

/** A store in one mode. */
export type PayeeKey = { readonly storeId: string; readonly sandbox: boolean }

/**
 * The next payout date of a store, the position covered so far, and the end of its own chain of
 * entries.
 */
export type Calendar = Tables['payout_calendars']

/** The carried balance of one currency between two payouts. */
export type PayoutAccount = Omit<Tables['payout_accounts'], 'storeId' | 'sandbox'>

/** A payout to a store: it covers the lines of the events between two positions. */
export type Payout = Omit<Tables['payouts'], Unseen> & {
  /** The account it was paid to; null: it is pending, or there was no account. */
  readonly bankAccount: PaidAccount | null
}
type Unseen = 'storeId' | 'sandbox' | 'actionId' | 'bankAccountId'
