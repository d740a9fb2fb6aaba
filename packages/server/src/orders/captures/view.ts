import type { Answered, CaptureAnswer, CapturesAnswer, NewCapture } from '@svc/api'
import { type Capture, captureRemaining } from '../../kernel/captures/capture.ts'
import { type Order, remainingCaptureAmount } from '../../model/order/order.ts'
import { localMicros } from '../../platform/time/dates.ts'
import type { CaptureRefund } from '../refunds/refund.ts'
import { captureRefundView } from '../refunds/view.ts'

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

export function newCaptureView(
  order: Order,
  capture: Capture,
  timeZone: string,
): Answered<typeof NewCapture> {
  return {
    ...captureView(capture, [], timeZone),
    remaining_capture_amount: remainingCaptureAmount(order),
  }
}

export function capturesView(
  order: Order,
  captures: readonly Capture[],
  refunds: readonly CaptureRefund[],
  timeZone: string,
): Answered<typeof CapturesAnswer> {
  return {
    remaining_capture_amount: remainingCaptureAmount(order),
    results: captures.map((capture) => captureView(capture, refunds, timeZone)),
  }
}
