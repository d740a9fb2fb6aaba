/** What a new checkout begins as: pure but for the id and the time that it is given. */
import { type CreateCheckout, cents, ZERO } from '@svc/api'
import type { OrderDetails } from '../details/details.ts'
import type { Order } from '../orders/order.ts'
import type { Decision } from '../refusal.ts'
import { minutesAfter } from './rules.ts'
import { expectedTotal } from './total.ts'

/** Where the buyer goes and the store listens, with the defaults filled in. */
export function decideMerchant(
  body: CreateCheckout,
  fallback: string | null,
): Decision<OrderDetails['merchant']> {
  const url = body.merchant?.notification_url ?? fallback
  if (url !== null) return { plan: { dismiss_url: '/', ...body.merchant, notification_url: url } }
  const fields = { 'merchant.notification_url': ['is required: the store has no default'] }
  return { refused: 'body_invalid', detail: { fields } }
}

export function newOrder(
  body: CreateCheckout,
  { id, storeId, sandbox, at }: { id: string; storeId: string; sandbox: boolean; at: Date },
): Order {
  const total = cents(body.order.total_amount)
  const expected = expectedTotal(body)
  const warnings =
    expected === BigInt(total) ? [] : [`total_amount is ${total}, the lines add up to ${expected}`]
  return {
    storeId,
    id,
    sandbox,
    mid: body.order.id,
    state: 'in_process',
    statusReason: 'in_process',
    product: null,
    numInstalments: null,
    nominalRate: null,
    currency: body.order.currency,
    approvedAmount: total,
    totalAmount: total,
    voidedAmount: ZERO,
    capturedAmount: ZERO,
    refundedCapturedAmount: ZERO,
    refundedUncapturedAmount: ZERO,
    warnings,
    version: 1,
    eventSequence: 1,
    ledgerSequence: 0,
    ledgerHead: '',
    createdAt: at,
    verifiedAt: null,
    confirmedAt: null,
    expiresAt: minutesAfter(at, body.merchant?.timeout_checkout ?? 60),
    expiredAt: null,
    cancelledAt: null,
  }
}

export function newDetails(body: CreateCheckout, merchant: OrderDetails['merchant']): OrderDetails {
  return {
    merchant,
    articles: body.order.articles,
    shipping: body.shipping ?? null,
    billing: body.billing ?? null,
    customer: body.customer,
    buyer: null,
    requestedProduct: body.product?.type ?? null,
    taxRate: body.order.tax_rate ?? null,
    discount: body.order.discount ?? null,
    discountRate: body.order.discount_rate ?? null,
    offer: null,
    rejectionReason: null,
  }
}
