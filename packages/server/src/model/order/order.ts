import { add, type Cents, subtract, ZERO } from '@svc/api'
import type { Tables } from '../../platform/database/tables.ts'

/** Without columns only used for searching: the buyer's account at the store. */
type OrderRow = Omit<Tables['orders'], `account${string}` | 'warnings'>

/** The order row: what every operation locks, decides on and updates. Amounts are minor units. */
export type Order = OrderRow & { readonly warnings: readonly string[] }
export type OrderState = Order['state']

/** R = Rc + Ru: refunds of captures and of the uncaptured amount. */
export function refundedAmount(order: Order): Cents {
  return add(order.refundedCapturedAmount, order.refundedUncapturedAmount)
}

/**
 * T − V − Ru − C: the amount that can still be captured or voided; 0 before confirmation and after
 * cancellation.
 */
export function remainingCaptureAmount(order: Order): Cents {
  if (order.state !== 'confirmed') return ZERO
  return subtract(
    order.totalAmount,
    order.voidedAmount,
    order.refundedUncapturedAmount,
    order.capturedAmount,
  )
}

/** T − V − R: neither voided nor refunded, in any state. */
export function openAmount(order: Order): Cents {
  return subtract(order.totalAmount, order.voidedAmount, refundedAmount(order))
}

/**
 * T − V − R: the amount that can still be refunded; 0 before confirmation and after cancellation.
 */
export function remainingRefundAmount(order: Order): Cents {
  if (order.state !== 'confirmed') return ZERO
  return openAmount(order)
}

/** The four states of the wire (contract §5). */
export function orderStatus(order: Order): 'pending' | 'processing' | 'complete' | 'cancelled' {
  if (order.state === 'cancelled' || order.state === 'ko') return 'cancelled'
  if (order.state !== 'confirmed') return 'pending'
  return remainingCaptureAmount(order) > 0 ? 'processing' : 'complete'
}

/** The financing result: `pending`, `ok` or `ko`; `status_reason` is next to it. */
export function financingStatus(order: Order): 'pending' | 'ok' | 'ko' {
  if (order.state === 'ko') return 'ko'
  return order.state === 'confirmed' || order.state === 'cancelled' ? 'ok' : 'pending'
}

/** The amounts and states of an order, as in its events and the effects of a dry run. */
export function amountsView(order: Order) {
  return {
    status: orderStatus(order),
    financing_status: financingStatus(order),
    status_reason: order.statusReason,
    total_amount: order.totalAmount,
    captured_amount: order.capturedAmount,
    voided_amount: order.voidedAmount,
    refunded_amount: refundedAmount(order),
    remaining_capture_amount: remainingCaptureAmount(order),
    remaining_refund_amount: remainingRefundAmount(order),
  }
}

/** An order with due work, of any store and mode. */
export type DueOrder = { readonly storeId: string; readonly id: string; readonly sandbox: boolean }
