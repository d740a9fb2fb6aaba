/**
 * Captures (contract §7). Invariants: 1. an amount captured lies within 1…T − V − Ru − C. 2. Only a
 * confirmed order is captured. The comparison with the remainder is the last check.
 */
import { add, type Cents } from '@svc/api'
import { type Order, remainingCaptureAmount } from '../orders/order.ts'
import { refusedByAmount, refusedByState } from '../orders/rules.ts'
import type { Decision } from '../refusal.ts'

export function decideCapture(order: Order, amount: Cents): Decision<Order> {
  const remaining = remainingCaptureAmount(order)
  const refused = refusedByState(order) ?? refusedByAmount(amount, remaining, ' to be captured')
  if (refused !== undefined) return refused
  return { plan: { ...order, capturedAmount: add(order.capturedAmount, amount) } }
}
