/**
 * A buyer's history (contract §8). Invariants: 1. It is accepted in every state but cancelled and
 * ko. 2. The number of entries of an order is limited.
 */
import { limits } from '@svc/api'
import type { Order } from '../../model/order/order.ts'
import type { Decision } from '../../platform/refusal.ts'

/** `others`: the number of the order's entries that do not change, beside those that are sent. */
export function decideHistory(
  { state }: Order,
  { sent, others }: { sent: number; others: number },
): Decision<undefined> {
  if (state === 'cancelled' || state === 'ko') {
    return { refused: 'order_cancelled', detail: { values: { state } } }
  }
  const limit = limits.historyOfOrderMax
  if (sent > 0 && sent + others > limit) {
    return { refused: 'history_full', detail: { values: { state, limit } } }
  }
  return { plan: undefined }
}
