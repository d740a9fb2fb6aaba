import type { Insert, Reader, Row, Update } from '../../platform/database/database.ts'
import { parseExactly } from '../../platform/raw-json.ts'
import { assert } from '../../platform/refusal.ts'
import type { OrderDetails } from './details.ts'

type OfOrder = { readonly storeId: string; readonly id: string }
type Request = Readonly<Record<string, unknown>>

const JSON_COLUMNS = [
  'merchant',
  'articles',
  'shipping',
  'billing',
  'customer',
  'buyer',
  'campaign_discounts',
  'offer',
  'loan_terms',
]

/** Beside the columns of an order in one row: no name stands in both tables. */
export const DETAIL_COLUMNS = `d.merchant, d.articles, d.shipping, d.billing, d.customer, d.buyer,
  d.requested_product, d.tax_rate, to_char(d.event_date, 'YYYY-MM-DD') AS event_date,
  d.campaign_discounts, d.offer, d.loan_terms, d.signed_hash, d.rejection_reason`

/** The details of an order that exists. */
export async function getDetails(reader: Reader, order: OfOrder): Promise<OrderDetails> {
  const [row] = await reader.query(
    `SELECT ${DETAIL_COLUMNS} FROM order_details d WHERE d.store_id = $1 AND d.order_id = $2`,
    [order.storeId, order.id],
  )
  assert(row !== undefined, `order ${order.id} has no details`)
  return detailsOf(row)
}

/** The body that created the checkout, as it arrived. */
export async function getRequest(reader: Reader, order: OfOrder): Promise<Request> {
  const [row] = await reader.query(
    'SELECT request::text AS request FROM order_details WHERE store_id = $1 AND order_id = $2',
    [order.storeId, order.id],
  )
  assert(row !== undefined, `order ${order.id} has no details`)
  return parseExactly(row.request) as Request
}

export function detailsRow(order: OfOrder, details: OrderDetails, request: Request): Insert {
  const key = { store_id: order.storeId, order_id: order.id }
  return {
    table: 'order_details',
    rows: [{ ...key, request: JSON.stringify(request), ...columnsOf(details) }],
  }
}

/** Writes the named parts anew. */
export function detailsUpdate(order: OfOrder, changed: Partial<OrderDetails>): Update {
  return {
    table: 'order_details',
    where: { store_id: order.storeId, order_id: order.id },
    set: columnsOf(changed),
  }
}

function columnsOf(details: Partial<OrderDetails>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(details).map(([property, value]) => {
      const column = property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      const json = JSON_COLUMNS.includes(column) && value !== null
      return [column, json ? JSON.stringify(value) : value]
    }),
  )
}

export function detailsOf(row: Row): OrderDetails {
  return {
    merchant: row.merchant,
    articles: row.articles,
    shipping: row.shipping,
    billing: row.billing,
    customer: row.customer,
    buyer: row.buyer,
    requestedProduct: row.requested_product,
    taxRate: row.tax_rate,
    eventDate: row.event_date,
    campaignDiscounts: row.campaign_discounts,
    offer: row.offer,
    loanTerms: row.loan_terms,
    signedHash: row.signed_hash,
    rejectionReason: row.rejection_reason,
  }
}
