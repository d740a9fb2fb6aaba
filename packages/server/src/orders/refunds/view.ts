import type { Answered, RefundsAnswer } from '@svc/api'
import { type Order, remainingRefundAmount } from '../../model/order/order.ts'
import { localMicros } from '../../platform/time/dates.ts'
import type { CaptureRefund, Refund } from './refund.ts'

/** A refund on a capture (seed "Refund"). */
export function captureRefundView(refund: CaptureRefund, timeZone: string) {
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
