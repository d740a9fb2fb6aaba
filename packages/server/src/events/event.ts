import type { Cents, EventType } from '@svc/api'
import {
  financingStatus,
  type Order,
  orderStatus,
  refundedAmount,
  remainingCaptureAmount,
  remainingRefundAmount,
} from '../orders/order.ts'

export type EventInput = {
  readonly id: string
  readonly sequence: number
  readonly type: EventType
  readonly at: Date
  readonly effectId: string
  readonly amount?: Cents
}

/** The event's row: what happened, and the order's amounts after it. */
export function eventRow(order: Order, event: EventInput): Record<string, unknown> {
  return {
    store_id: order.storeId,
    order_id: order.id,
    sequence: event.sequence,
    id: event.id,
    type: event.type,
    data: {
      effect_id: event.effectId,
      ...(event.amount === undefined ? {} : { amount: event.amount }),
      status: orderStatus(order),
      financing_status: financingStatus(order),
      status_reason: order.statusReason,
      total_amount: order.totalAmount,
      captured_amount: order.capturedAmount,
      voided_amount: order.voidedAmount,
      refunded_amount: refundedAmount(order),
      remaining_capture_amount: remainingCaptureAmount(order),
      remaining_refund_amount: remainingRefundAmount(order),
    },
    created_at: event.at,
  }
}
