/**
 * Whether a store's answer decides its order: pure. Invariants: 1. only an order that waits for
 * the answer is decided. 2. An answer after the deadline decides nothing, even if the order is
 * still open.
 */
import type { Order } from '../../model/order/order.ts'

export function isAwaited({ state, expiresAt }: Order, at: Date): boolean {
  return state === 'confirmation_required' && (expiresAt === null || at < expiresAt)
}
