import { utcMicros } from '../dates.ts'
import type { OrderDetails } from '../details/details.ts'
import { financingStatus, type Order } from '../orders/order.ts'
import { currencyView } from '../orders/view.ts'

/** The checkout's status (contract §5), private. */
export function checkoutStatusView(order: Order) {
  return {
    id: order.id,
    mid: order.mid,
    total_amount: order.totalAmount,
    currency: currencyView(order.currency),
    status: financingStatus(order),
    status_reason: order.statusReason,
    sandbox: order.sandbox,
  }
}

/**
 * With the private key `transaction` is the creation body; with a public one nothing that a page
 * should not know.
 */
export function checkoutView(order: Order, details: OrderDetails, kind: 'private' | 'public') {
  return {
    id: order.id,
    status: financingStatus(order),
    status_reason: order.statusReason,
    expires_at: order.expiresAt === null ? null : utcMicros(order.expiresAt),
    transaction: kind === 'private' ? details.request : publicTransaction(details.request),
  }
}

function publicTransaction(request: Record<string, unknown>) {
  const { notification_url: _n, ipn_url: _i, ...merchant } = objectOf(request.merchant)
  const { id: _id, ...order } = objectOf(request.order)
  return { merchant, order, customer: {} }
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
