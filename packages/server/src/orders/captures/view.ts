import type { Answered, CapturesAnswer, NewCapture } from '@svc/api'
import type { Capture } from '../../kernel/captures/capture.ts'
import { type Order, remainingCaptureAmount } from '../../model/order/order.ts'
import type { CaptureRefund } from '../refunds/refund.ts'
import { captureView } from '../refunds/view.ts'

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
