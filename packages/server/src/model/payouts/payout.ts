import type { Cents } from '@svc/api'

/** A store in one mode. */
export type PayeeKey = { readonly storeId: string; readonly sandbox: boolean }

/**
 * When a store is paid next, how far it has been reckoned with, and the end of its own chain of
 * entries.
 */
export type Calendar = PayeeKey & {
  /** Null: by hand only. */
  readonly nextAt: Date | null
  /** In the stream of events: what came up to here has been paid or is carried. */
  readonly position: number
  readonly ledgerSequence: number
  readonly ledgerHead: string
}

/** What is left of one currency between two payouts. */
export type PayoutAccount = {
  readonly currency: string
  /** Never above zero: that would have been paid. */
  readonly carried: Cents
  /** How far the last payout reaches; 0 before the first. */
  readonly paidPosition: number
  readonly paidAt: Date | null
}

/** What was paid to a store: it covers the lines of the events between two places. */
export type Payout = {
  readonly id: string
  readonly currency: string
  readonly status: 'paid'
  readonly amount: Cents
  /** Of the amount, what the calendar had left over before: zero or below. */
  readonly carried: Cents
  readonly fromPosition: number
  readonly toPosition: number
  /** When the one before it was made. */
  readonly previousAt: Date | null
  /** Null: by hand. */
  readonly dueAt: Date | null
  readonly ledgerSequence: number
  readonly createdAt: Date
}
