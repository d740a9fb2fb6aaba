/**
 * Voids (contract §7). Invariants: 1. a voided amount is within 1…T − V − Ru − C: a captured
 * amount is returned by a refund. 2. Voiding the last open cent cancels the order.
 */
import { add, type Cents } from '@svc/api'
import { refusedByAmount, refusedByState, settled } from '../../kernel/orders/rules.ts'
import { type Order, remainingCaptureAmount } from '../../model/order/order.ts'
import type { Decision } from '../../platform/refusal.ts'

export function decideVoid(order: Order, amount: Cents, at: Date): Decision<Order> {
  const remaining = remainingCaptureAmount(order)
  const refused =
    refusedByState(order) ??
    refusedByAmount(amount, remaining, ' uncaptured; give captured amounts back by a refund')
  if (refused !== undefined) return refused
  return { plan: settled({ ...order, voidedAmount: add(order.voidedAmount, amount) }, at) }
}
