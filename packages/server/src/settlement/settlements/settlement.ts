import type { Cents, SettlementType } from '@svc/api'

/** A line of the store's commercial transactions (contract §9). */
export type SettlementLine = {
  readonly storeId: string
  readonly sandbox: boolean
  readonly id: string
  readonly type: SettlementType
  /** Null for a payout. */
  readonly orderId: string | null
  /** That of the operation's first event. */
  readonly eventSequence: number | null
  /** That of the entry in the order's chain; null where there is none. */
  readonly ledgerSequence: number | null
  /** The capture, void, refund, cancel, edit or payout. */
  readonly effectId: string
  readonly currency: string
  /** The operation's. */
  readonly amount: Cents
  /** The change of what the store is paid. */
  readonly net: Cents
  readonly createdAt: Date
}
