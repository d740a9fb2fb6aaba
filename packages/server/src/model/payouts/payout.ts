import type { Tables } from '../../platform/database/tables.ts'
import type { PaidAccount } from './bank-account.ts'

/** A store in one mode. */
export type PayeeKey = { readonly storeId: string; readonly sandbox: boolean }

/**
 * When a store is paid next, how far it has been reckoned with, and the end of its own chain of
 * entries.
 */
export type Calendar = Tables['payout_calendars']

/** What is left of one currency between two payouts. */
export type PayoutAccount = Omit<Tables['payout_accounts'], 'storeId' | 'sandbox'>

/** What was paid to a store: it covers the lines of the events between two places. */
export type Payout = Omit<Tables['payouts'], Unseen> & {
  /** Where it was paid; null: it waits, or no account was in use. */
  readonly bankAccount: PaidAccount | null
}
type Unseen = 'storeId' | 'sandbox' | 'actionId' | 'bankAccountId'
