import type { Answered, LenderOrderAnswer, LenderOrderItem, LenderOrderPage } from '@svc/api'
import { orderListView, orderView } from '../../orders/editing/view.ts'
import { actView, pendingView } from '../allowed-acts/view.ts'
import { masked } from '../lists/masking.ts'
import type { WholeOrder } from './get-order.ts'
import type { LenderOrder, OrderSum } from './list-store.ts'

export function lenderOrderItem({
  order,
  details,
  store,
  creditor,
}: LenderOrder): Answered<typeof LenderOrderItem> {
  const { allowed_actions: _, customer, ...view } = orderListView(order, details)
  const terms = { terms_version: order.termsVersion, creditor }
  return { store, ...view, ...terms, customer: masked(customer) }
}

export function lenderOrderView({
  store,
  creditor,
  judged,
  ...whole
}: WholeOrder): Answered<typeof LenderOrderAnswer> {
  const { allowed_actions: _, customer, shipping, billing, ...view } = orderView(whole)
  return {
    ...{ store, ...view, terms_version: whole.order.termsVersion, creditor },
    customer: masked(customer),
    shipping: shipping && masked(shipping),
    billing: billing && masked(billing),
    allowed_actions: {
      withdrawal: actView(judged.act('withdrawal')),
      note: actView(judged.act('note')),
      promise: actView(judged.act('promise')),
    },
    pending_approvals: pendingView(judged.pending),
  }
}

type Sums = NonNullable<Answered<typeof LenderOrderPage>['summary']>

export const orderSums = (sums: readonly OrderSum[]): Sums =>
  sums.map(({ currency, count, totalAmount, capturedAmount, refundedAmount }) => ({
    ...{ currency, count, total_amount: totalAmount },
    ...{ captured_amount: capturedAmount, refunded_amount: refundedAmount },
  }))
