import type { Answered, LenderOrderAnswer, LenderOrderItem } from '@svc/api'
import { maskedIdentity } from '../../checkout/checkouts/masking.ts'
import { orderListView, orderView } from '../../orders/editing/view.ts'
import type { WholeOrder } from './get-order.ts'
import type { LenderOrder } from './list-store.ts'

type Personal = {
  readonly phone?: string | undefined
  readonly birthday?: string | undefined
  readonly document_id?: { readonly number?: string | undefined } | undefined
}

/** What identifies a buyer is masked: to see it takes a permission and a reason. */
function masked<T extends Personal>(personal: T): T {
  const { phone, birthday, document_id: document } = personal
  const { number } = document ?? {}
  const shown = maskedIdentity({
    ...(phone === undefined ? {} : { phone }),
    ...(birthday === undefined ? {} : { birthday }),
    ...(number === undefined ? {} : { document_id: number }),
  })
  return {
    ...personal,
    ...(phone === undefined ? {} : { phone: shown.phone }),
    ...(birthday === undefined ? {} : { birthday: shown.birthday }),
    ...(number === undefined ? {} : { document_id: { ...document, number: shown.document_id } }),
  }
}

export function lenderOrderItem({
  order,
  details,
  store,
}: LenderOrder): Answered<typeof LenderOrderItem> {
  const { allowed_actions: _, customer, ...view } = orderListView(order, details)
  return { store, ...view, customer: masked(customer) }
}

export function lenderOrderView({
  store,
  ...whole
}: WholeOrder): Answered<typeof LenderOrderAnswer> {
  const { allowed_actions: _, customer, shipping, billing, ...view } = orderView(whole)
  return {
    ...{ store, ...view, customer: masked(customer) },
    shipping: shipping && masked(shipping),
    billing: billing && masked(billing),
  }
}
