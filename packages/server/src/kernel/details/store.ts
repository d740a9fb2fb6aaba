import { recordOf } from '@svc/api'
import { columns, computed, select } from '../../platform/database/columns.ts'
import type { Insert, Reader, Update } from '../../platform/database/database.ts'
import { parseExactly } from '../../platform/raw-json.ts'
import { assert } from '../../platform/refusal.ts'
import type { OrderDetails } from './details.ts'

type OfOrder = { readonly storeId: string; readonly id: string }
type Request = Readonly<Record<string, unknown>>

type Json = Pick<
  OrderDetails,
  | 'merchant'
  | 'articles'
  | 'shipping'
  | 'billing'
  | 'customer'
  | 'buyer'
  | 'campaignDiscounts'
  | 'offer'
  | 'loanTerms'
>
type Narrower = Json & { requestedProduct: OrderDetails['requestedProduct'] }

const WHOLE = columns<'order_details', Narrower>('order_details', 'd')
export const DETAILS = WHOLE.without('storeId', 'orderId', 'request')

/** Undefined: there is no such order. */
export async function findDetails(
  reader: Reader,
  order: OfOrder,
): Promise<OrderDetails | undefined> {
  const [details] = await reader.query(
    select(DETAILS, 'FROM order_details d WHERE d.store_id = $1 AND d.order_id = $2'),
    [order.storeId, order.id],
  )
  return details
}

/** The details of an order that exists. */
export async function getDetails(reader: Reader, order: OfOrder): Promise<OrderDetails> {
  const details = await findDetails(reader, order)
  assert(details !== undefined, `order ${order.id} has no details`)
  return details
}

/** The body that created the checkout, as it arrived. */
export async function getRequest(reader: Reader, order: OfOrder): Promise<Request> {
  const [row] = await reader.query(
    select(
      computed<{ request: string }>({ request: 'd.request::text' }),
      'FROM order_details d WHERE d.store_id = $1 AND d.order_id = $2',
    ),
    [order.storeId, order.id],
  )
  assert(row !== undefined, `order ${order.id} has no details`)
  return recordOf(parseExactly(row.request))
}

export function detailsRow(order: OfOrder, details: OrderDetails, request: Request): Insert {
  const rows = [{ storeId: order.storeId, orderId: order.id, request, ...details }]
  return { table: 'order_details', rows }
}

/** Overwrites the named parts. */
export function detailsUpdate(order: OfOrder, changed: Partial<OrderDetails>): Update {
  return {
    table: 'order_details',
    where: { storeId: order.storeId, orderId: order.id },
    set: changed,
  }
}
