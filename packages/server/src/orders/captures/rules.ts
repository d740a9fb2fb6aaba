/**
 * Captures (contract §7). Invariants: 1. a captured amount is within 1…T − V − Ru − C. 2. Only a
 * confirmed order is captured. 3. If the store requires it, only the whole remainder is captured.
 * The comparisons with the remainder are the last checks.
 */
import { add, type Cents } from '@svc/api'
import { refusedByAmount, refusedByState } from '../../kernel/orders/rules.ts'
import { type Order, remainingCaptureAmount } from '../../model/order/order.ts'
import type { Decision } from '../../platform/refusal.ts'

/** `policy`: whether a store requires the whole remainder in one capture. */
export function decideCapture(
  order: Order,
  amount: Cents,
  policy: 'partial' | 'full' = 'partial',
): Decision<Order> {
  const remaining = remainingCaptureAmount(order)
  const refused = refusedByState(order) ?? refusedByAmount(amount, remaining, ' to be captured')
  if (refused !== undefined) return refused
  if (policy === 'full' && amount < remaining) {
    const sentence = `must be ${remaining}, the whole remainder: the store captures in one part`
    return { refused: 'capture_not_whole', detail: { fields: { amount: [sentence] } } }
  }
  const capturedAmount = add(order.capturedAmount, amount)
  return { plan: { ...order, capturedAmount, captureCount: order.captureCount + 1 } }
}
