/** What a new checkout begins as: pure but for the id and the time that it is given. */
import { type CreateCheckout, cents, ZERO } from '@svc/api'
import type { OrderDetails } from '../details/details.ts'
import type { Order } from '../orders/order.ts'
import type { Decision } from '../refusal.ts'
import type { StoreSettings } from '../stores/store-account.ts'
import { minutesAfter } from './rules.ts'
import { expectedTotal } from './total.ts'

export type Creation = {
  readonly merchant: OrderDetails['merchant']
  readonly warnings: readonly string[]
}

type Terms = Pick<StoreSettings, 'url' | 'notification_url' | 'total_check'> & {
  /** Created with a public key, by a page that anybody can change. */
  readonly fromPage: boolean
}

/** What the store's own settings add to the body, or refuse in it: all faults at once. */
export function decideCreation(body: CreateCheckout, terms: Terms): Decision<Creation> {
  const fields: Record<string, string[]> = {}
  const warnings: string[] = []
  const given = body.merchant?.notification_url
  const foreign = given !== undefined && terms.fromPage && !isOfStore(given, terms)
  if (foreign) warnings.push('notification_url is not on the site of the store: its default counts')
  const url = (foreign ? undefined : given) ?? terms.notification_url
  if (url === null) {
    fields['merchant.notification_url'] = ['is required: the store has no default']
  }
  const total = body.order.total_amount
  const expected = expectedTotal(body)
  if (expected !== BigInt(total)) {
    if (terms.total_check === 'strict') {
      fields['order.total_amount'] = [`must be ${expected}, what the lines add up to`]
    } else warnings.push(`total_amount is ${total}, the lines add up to ${expected}`)
  }
  if (url === null || Object.keys(fields).length > 0) {
    return { refused: 'body_invalid', detail: { fields } }
  }
  const merchant = { dismiss_url: '/', ...body.merchant, notification_url: url }
  return { plan: { merchant, warnings } }
}

/**
 * Who may choose the address is asked to confirm the order, and is shown the token: a page may name
 * only what is on the store's site.
 */
function isOfStore(given: string, { url, notification_url: fallback }: Terms): boolean {
  const { origin } = new URL(given)
  return [url, fallback ?? ''].some((own) => URL.parse(own)?.origin === origin)
}

export function newOrder(
  body: CreateCheckout,
  { id, storeId, sandbox, at }: { id: string; storeId: string; sandbox: boolean; at: Date },
  warnings: readonly string[],
): Order {
  const total = cents(body.order.total_amount)
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
    discount: body.order.discount ?? null,
    discountRate: body.order.discount_rate ?? null,
    buyerId: null,
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
    automaticCapture: false,
    captureWithin: null,
    captureBefore: null,
    lapseDueAt: null,
    feeRate: 0,
    feeFixed: ZERO,
    feesOnRefund: 'return',
    campaignCost: ZERO,
    captureCount: 0,
    feeBooked: ZERO,
    campaignCostBooked: ZERO,
    downpaymentAmount: null,
    downpaymentState: 'none',
  }
}

/** All but what campaigns take off. */
export function newDetails(
  body: CreateCheckout,
  merchant: OrderDetails['merchant'],
): Omit<OrderDetails, 'campaignDiscounts'> {
  return {
    merchant,
    articles: body.order.articles,
    shipping: body.shipping ?? null,
    billing: body.billing ?? null,
    customer: body.customer,
    buyer: null,
    requestedProduct: body.product?.type ?? null,
    taxRate: body.order.tax_rate ?? null,
    offer: null,
    loanTerms: null,
    rejectionReason: null,
  }
}
