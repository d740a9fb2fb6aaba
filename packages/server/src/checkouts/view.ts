import { utcMicros } from '../dates.ts'
import { financingStatus, type Order } from '../orders/order.ts'
import { currencyView } from '../orders/view.ts'

export type Checkout = {
  readonly order: Order
  /** The body that created it. */
  readonly request: Readonly<Record<string, unknown>>
}

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
export function checkoutView({ order, request }: Checkout, kind: 'private' | 'public') {
  return {
    id: order.id,
    status: financingStatus(order),
    status_reason: order.statusReason,
    expires_at: order.expiresAt === null ? null : utcMicros(order.expiresAt),
    transaction: kind === 'private' ? request : publicTransaction(request),
  }
}

function publicTransaction(request: Checkout['request']) {
  const { notification_url: _n, ipn_url: _i, ...merchant } = objectOf(request.merchant)
  const { id: _id, ...order } = objectOf(request.order)
  return { merchant, order, customer: {} }
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
