import type { Tables } from '../../platform/database/tables.ts'

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
export type Payout = Omit<Tables['payouts'], 'storeId' | 'sandbox' | 'actionId'>
