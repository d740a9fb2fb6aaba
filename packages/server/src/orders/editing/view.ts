import { type Answered, type OrderAnswer, type OrderListItem, subtract } from '@svc/api'
import type { ListedDetails, OrderDetails } from '../../kernel/details/details.ts'
import { loanView } from '../../kernel/loans/view.ts'
import type { Loan } from '../../model/loan/loan.ts'
import { currencyView } from '../../model/order/currency-view.ts'
import {
  financingStatus,
  type Order,
  orderStatus,
  refundedAmount,
  remainingCaptureAmount,
  remainingRefundAmount,
} from '../../model/order/order.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import type { Caller } from '../../tenancy/caller/context.ts'

const moment = (date: Date | null): string | null => (date === null ? null : utcMicros(date))

/**
 * An order as a list shows it (contract §5); amounts are minor units, times UTC with microseconds.
 */
export function orderListView(
  order: Order,
  details: ListedDetails,
  reader: Reader = {},
): Answered<typeof OrderListItem> {
  return {
    id: order.id,
    mid: order.mid,
    status: orderStatus(order),
    financing_status: financingStatus(order),
    status_reason: order.statusReason,
    sandbox: order.sandbox,
    product: order.product,
    total_amount: order.totalAmount,
    approved_amount: order.approvedAmount,
    currency: currencyView(order.currency),
    tax_rate: details.taxRate,
    discount: order.discount,
    discount_rate: order.discountRate,
    customer_id: order.buyerId,
    customer: listedCustomer(details.customer),
    captured_amount: order.capturedAmount,
    voided_amount: order.voidedAmount,
    refunded_amount: refundedAmount(order),
    remaining_capture_amount: remainingCaptureAmount(order),
    remaining_refund_amount: remainingRefundAmount(order),
    allowed_actions: reader.onlyReads ? NOTHING_ALLOWED : allowedActions(order),
    warnings: order.warnings,
    created: utcMicros(order.createdAt),
    verified: moment(order.verifiedAt),
    confirmed: moment(order.confirmedAt),
    expires_at: moment(order.expiresAt),
    expired: moment(order.expiredAt),
    cancelled: moment(order.cancelledAt),
    capture_before: moment(order.captureBefore),
    rejected: order.state === 'ko',
    rejection_reason: details.rejectionReason,
  }
}

/** Lists show no address lines and no document numbers (contract §12). */
function listedCustomer({ address, document_id, ...customer }: ListedDetails['customer']) {
  const { street, address_addition, ...place } = address ?? {}
  const { number, ...document } = document_id ?? {}
  return {
    ...customer,
    ...(address && { address: place }),
    ...(document_id && { document_id: document }),
  }
}

type WholeOrder = {
  readonly order: Order
  readonly details: OrderDetails
  readonly loan: Loan | undefined
}

export function orderView(
  { order, details, loan }: WholeOrder,
  reader: Reader = {},
): Answered<typeof OrderAnswer> {
  return {
    ...orderListView(order, details, reader),
    customer: details.customer,
    articles: details.articles,
    shipping: details.shipping,
    billing: details.billing,
    instalment_plan: details.offer && {
      ...details.offer,
      loan: loan === undefined ? null : loanView(loan),
    },
  }
}

/** Who reads it: what somebody may not do is not allowed, whatever the order's state. */
type Reader = Pick<Caller, 'onlyReads'>

type AllowedActions = Answered<typeof OrderListItem>['allowed_actions']

/** Each action with its limit, or the reason why it is not possible now. */
function allowedActions(order: Order): AllowedActions {
  const ended = order.state === 'cancelled' || order.state === 'ko'
  const refused = ended
    ? 'order_cancelled'
    : order.state === 'confirmed'
      ? null
      : 'order_not_confirmed'
  const limited = (limit: number): AllowedActions['capture'] => {
    if (refused !== null) return { allowed: false, reason: refused }
    return limit > 0 ? { allowed: true, limit } : { allowed: false, reason: 'nothing_remaining' }
  }
  const unlimited: AllowedActions['edit'] = ended
    ? { allowed: false, reason: 'order_cancelled' }
    : { allowed: true }
  return {
    capture: limited(remainingCaptureAmount(order)),
    void: limited(remainingCaptureAmount(order)),
    refund: limited(remainingRefundAmount(order)),
    capture_refund: limited(subtract(order.capturedAmount, order.refundedCapturedAmount)),
    edit: unlimited,
    cancel: unlimited,
  }
}

const NOT_PERMITTED = { allowed: false, reason: 'permission_missing' } as const
const NOTHING_ALLOWED: AllowedActions = {
  ...{ capture: NOT_PERMITTED, void: NOT_PERMITTED, refund: NOT_PERMITTED },
  ...{ capture_refund: NOT_PERMITTED, edit: NOT_PERMITTED, cancel: NOT_PERMITTED },
}
