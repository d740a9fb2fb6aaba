import type { Answered, CaptureAnswer, RefundsAnswer } from '@svc/api'
import { type Capture, captureRemaining } from '../../kernel/captures/capture.ts'
import { type Order, remainingRefundAmount } from '../../model/order/order.ts'
import { localMicros } from '../../platform/time/dates.ts'
import type { CaptureRefund, Refund } from './refund.ts'

/** A refund on a capture (seed "Refund"). */
function captureRefundView(refund: CaptureRefund, timeZone: string) {
  return {
    id: refund.id,
    amount: refund.amount,
    pending_amount: refund.pendingAmount,
    accrual_date: refund.accrualDate,
    credit_to_customer: refund.creditToCustomer,
    completed: refund.completed,
    completed_but_defaults: refund.completedButDefaults,
    origin: refund.origin,
    created: localMicros(refund.createdAt, timeZone),
  }
}

/**
 * A capture on the wire (seed "Capture"): amounts in minor units, `created` in the store's time
 * zone.
 */
export function captureView(
  capture: Capture,
  refunds: readonly CaptureRefund[],
  timeZone: string,
): Answered<typeof CaptureAnswer> {
  return {
    id: capture.id,
    amount: capture.amount,
    created: localMicros(capture.createdAt, timeZone),
    refunds: refunds
      .filter((refund) => refund.captureId === capture.id)
      .map((refund) => captureRefundView(refund, timeZone)),
    refunded_amount: capture.refundedAmount,
    remaining_amount: captureRemaining(capture),
  }
}

export function refundsView(
  order: Order,
  refunds: readonly Refund[],
  timeZone: string,
): Answered<typeof RefundsAnswer> {
  return {
    remaining_amount: remainingRefundAmount(order),
    results: refunds.map((refund) => ({
      id: refund.id,
      amount: refund.amount,
      from_captures: refund.fromCaptures,
      from_uncaptured: refund.fromUncaptured,
      credit_to_customer: refund.creditToCustomer,
      origin: refund.origin,
      created: localMicros(refund.createdAt, timeZone),
    })),
  }
}
