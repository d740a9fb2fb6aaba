/** What becomes of orders when a new checkout takes their name (contract §5, §12.1). */
import type { ModelOrder } from './order.ts'

/** Whether an order of the name was signed and has not ended, or was ever confirmed. */
export const isTaken = (orders: readonly ModelOrder[]): boolean =>
  orders.some(({ state }) => state !== 'in_process' && state !== 'ko')

/** Nobody has signed them, or they have ended: their store is told nothing of them any more. */
export function overtake(orders: readonly ModelOrder[]): void {
  for (const order of orders) {
    order.overtaken = true
    if (order.state === 'ko') continue
    order.state = 'ko'
    order.expiresAt = undefined
    order.events.push('checkout.updated')
  }
}
