/**
 * Refunds of orders and captures (contract §7). Invariants:
 * 1. Of an order: 1…T − V − R, taken from captures, oldest first, then from the uncaptured amount.
 * 2. Of a capture: 1…its remaining amount.
 * 3. Parts sum to the refund; refunding the last open cent cancels the order.
 */
import { add, type Cents, min, subtract, ZERO } from '@svc/api'
import { type Capture, captureRemaining } from '../../kernel/captures/capture.ts'
import { refusedByAmount, refusedByState, settled } from '../../kernel/orders/rules.ts'
import { type Order, remainingRefundAmount } from '../../model/order/order.ts'
import type { Decision } from '../../platform/refusal.ts'

export type RefundPiece = { readonly capture: Capture; readonly amount: Cents }
export type RefundPlan = {
  readonly order: Order
  readonly pieces: readonly RefundPiece[]
  readonly fromCaptures: Cents
  readonly fromUncaptured: Cents
}

/** Takes an amount from captures, oldest first; the amount that they do not hold is left over. */
export function takeFromCaptures(captures: readonly Capture[], amount: Cents): RefundPiece[] {
  const pieces: RefundPiece[] = []
  let rest = amount
  for (const capture of captures) {
    const taken = min(rest, captureRemaining(capture))
    if (taken > 0) pieces.push({ capture, amount: taken })
    rest = subtract(rest, taken)
  }
  return pieces
}

/** `captures` oldest first, all of the order's. */
export function decideOrderRefund(
  order: Order,
  captures: readonly Capture[],
  refund: { amount: Cents; at: Date },
): Decision<RefundPlan> {
  const remaining = remainingRefundAmount(order)
  const refused =
    refusedByState(order) ?? refusedByAmount(refund.amount, remaining, ' to be refunded')
  if (refused !== undefined) return refused
  return { plan: planRefund(order, takeFromCaptures(captures, refund.amount), refund) }
}

export function decideCaptureRefund(
  order: Order,
  capture: Capture,
  refund: { amount: Cents; at: Date },
): Decision<RefundPlan> {
  const remaining = captureRemaining(capture)
  const refused =
    refusedByState(order) ?? refusedByAmount(refund.amount, remaining, ' of this capture')
  if (refused !== undefined) return refused
  return { plan: planRefund(order, [{ capture, amount: refund.amount }], refund) }
}

function planRefund(
  order: Order,
  pieces: readonly RefundPiece[],
  { amount, at }: { amount: Cents; at: Date },
): RefundPlan {
  const fromCaptures = add(ZERO, ...pieces.map((piece) => piece.amount))
  const fromUncaptured = subtract(amount, fromCaptures)
  const refunded = {
    ...order,
    refundedCapturedAmount: add(order.refundedCapturedAmount, fromCaptures),
    refundedUncapturedAmount: add(order.refundedUncapturedAmount, fromUncaptured),
  }
  return { order: settled(refunded, at), pieces, fromCaptures, fromUncaptured }
}
