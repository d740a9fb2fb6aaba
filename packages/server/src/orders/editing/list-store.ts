import type { Customer } from '@svc/api'
import type { ListedDetails } from '../../kernel/details/details.ts'
import { DETAILS } from '../../kernel/details/store.ts'
import { ORDER, type SearchColumns } from '../../kernel/orders/store.ts'
import type { Order } from '../../model/order/order.ts'
import { columns, select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'
import { sql } from '../../platform/filters/fragment.ts'
import { listPage } from '../../platform/filters/list-page.ts'
import type { ListQuery, ListTable, Property, Test } from '../../platform/filters/list-table.ts'
import { assert } from '../../platform/refusal.ts'
import { parseDate } from '../../platform/time/dates.ts'
import { areCounted } from '../../settlement/tallies/store.ts'

const text = (column: string): Property => ({ kind: 'text', sql: column })
const maybeText = (column: string): Property => ({ kind: 'text', sql: column, nullable: true })
const decimal = (column: string): Property => ({ kind: 'number', sql: column, decimal: true })
const date = (column: string) => ({ kind: 'date', sql: column }) as const

/** As the plan of the order shows it: 0 without one, null before the signature. */
const SHOWN_DOWNPAYMENT = `(SELECT (d.offer ->> 'downpayment_amount')::bigint
  FROM order_details d WHERE d.store_id = o.store_id AND d.order_id = o.id)`

/** As the store sent it: g is shown as g, and stored as guest. */
const SHOWN_TYPE = `(SELECT d.customer ->> 'type'
  FROM order_details d WHERE d.store_id = o.store_id AND d.order_id = o.id)`

const TYPES = { g: 'guest', n: 'new', e: 'existing' } as const
const STORED_TYPES = { ...TYPES, guest: 'guest', new: 'new', existing: 'existing' } as const

/** The filters and orderings of orders (contract §3). */
export const orderList: ListTable = {
  properties: {
    id: text('o.id'),
    mid: text('o.mid'),
    status: text('o.status'),
    financing_status: text('o.financing_status'),
    status_reason: text('o.status_reason'),
    currency: text('o.currency'),
    product: maybeText('o.product'),
    'customer-id': maybeText('o.buyer_id'),
    'customer-phone-number': maybeText('b.phone_number'),
    'customer-phone-country': maybeText('b.phone_country'),
    'customer-document_id-number': maybeText('b.document_number'),
    'customer-document_id-country': maybeText('b.document_country'),
    'customer-document_id-type': maybeText('b.document_type'),
    'account-id': maybeText('o.account_id'),
    'account-email': { kind: 'text', sql: 'o.account_email', lowered: true },
    'account-first_name': maybeText('o.account_first_name'),
    'account-last_name': maybeText('o.account_last_name'),
    'account-type': {
      ...{ kind: 'text', sql: 'o.account_type', nullable: true },
      ...{ synonyms: TYPES, shown: SHOWN_TYPE },
    },
    total_amount: decimal('o.total_amount'),
    discount: decimal('o.discount'),
    discount_rate: decimal('o.discount_rate'),
    'instalment_plan-downpayment-amount': decimal(SHOWN_DOWNPAYMENT),
    'instalment_plan-downpayment-state': text('o.downpayment_state'),
    'account-gender': { kind: 'number', sql: 'o.account_gender', decimal: false },
    created: date('o.created_at'),
    verified: date('o.verified_at'),
    confirmed: date('o.confirmed_at'),
    cancelled: date('o.cancelled_at'),
    'customer-created': date('b.created_at'),
    // As a store writes them: mostly in its own time.
    'account-last_login': { ...date('o.account_last_login'), local: true },
    'account-date_joined': { ...date('o.account_date_joined'), local: true },
  },
  orderings: {
    total_amount: 'o.total_amount',
    created: 'o.created_at',
    verified: 'o.verified_at',
    confirmed: 'o.confirmed_at',
    cancelled: 'o.cancelled_at',
    'account-created': 'b.created_at',
    'account-last_login': 'o.account_last_login',
    'account-date_joined': 'o.account_date_joined',
  },
  q: ['o.account_first_name', 'o.account_last_name', 'o.account_email'],
  created: 'o.created_at',
  id: 'o.id',
}

/** Filtering by one of these asks for what ended ko, too. */
export const SHOWS_KO = new Set(['financing_status', 'status_reason'])

type Scope = { readonly storeId: string; readonly sandbox: boolean }

export type ListedOrder = { readonly order: Order; readonly details: ListedDetails }

/** A page of the orders that a store sees listed: those that their buyer has accepted. */
export async function listOrders(
  reader: Reader,
  { storeId, sandbox }: Scope,
  requested: ListQuery,
): Promise<{ count: number; orders: ListedOrder[] }> {
  const query = await withEarlierNames(reader, { storeId, sandbox }, requested)
  const all = query.filters.some(({ property }) => SHOWS_KO.has(property))
  const shown = all ? sql`o.state <> 'in_process'` : sql`o.state not in ('in_process', 'ko')`
  const own = sql`o.store_id = ${storeId} and o.sandbox = ${sandbox}`
  const { count, ids } = await listPage(
    reader,
    {
      table: orderList,
      from(uses) {
        if (!uses('b')) return sql`orders o`
        return sql`orders o left join buyers b
          on b.store_id = ${storeId} and b.sandbox = ${sandbox} and b.id = o.buyer_id`
      },
      where: sql`${own} and ${shown}`,
      tallies: {
        from: sql`order_tallies o`,
        where: all ? own : sql`${own} and o.financing_status <> 'ko'`,
        counted: areCounted({ storeId, sandbox }),
        properties: ['status', 'financing_status'],
      },
    },
    query,
  )
  return { count, orders: await readListed(reader, storeId, ids) }
}

/**
 * Of a store, or of all: a renamed order is found by its earlier names too, where whole names are
 * searched for.
 */
export async function withEarlierNames(
  reader: Reader,
  { storeId, sandbox }: Partial<Pick<Scope, 'storeId'>> & Pick<Scope, 'sandbox'>,
  query: ListQuery,
): Promise<ListQuery> {
  const filters = query.filters.map(async (filter) => {
    const names = filter.property === 'mid' ? filter.tests.flatMap(wholeNames) : []
    if (names.length === 0) return filter
    const rows = await reader.query(
      select(
        columns('earlier_mids', 'e').only('orderId'),
        `FROM earlier_mids e WHERE ($1::text IS NULL OR e.store_id = $1) AND e.sandbox = $2
           AND e.mid = ANY($3::text[])`,
      ),
      [storeId ?? null, sandbox, names],
    )
    if (rows.length === 0) return filter
    const ids = rows.map(({ orderId }) => orderId)
    return { ...filter, tests: [...filter.tests, { kind: 'rows', ids } as const] }
  })
  return { ...query, filters: await Promise.all(filters) }
}

function wholeNames(test: Test): readonly string[] {
  if (test.kind === 'among') return test.texts
  return test.kind === 'same' && test.cased ? [test.text] : []
}

export const LISTED = ORDER.as('order').and(
  DETAILS.only('taxRate', 'customer', 'rejectionReason').as('details'),
)

/** Late, by their ids: what goes before a page far from the first is never read whole. */
async function readListed(
  reader: Reader,
  storeId: string,
  ids: readonly string[],
): Promise<ListedOrder[]> {
  if (ids.length === 0) return []
  const rows = await reader.query(
    select(
      LISTED,
      `FROM orders o JOIN order_details d ON d.store_id = o.store_id AND d.order_id = o.id
       WHERE o.store_id = $1 AND o.id = ANY($2::text[])`,
    ),
    [storeId, ids],
  )
  const byId = new Map(rows.map((row) => [row.order.id, row]))
  return ids.map((id) => {
    const row = byId.get(id)
    assert(row !== undefined, `order ${id} has no details`)
    return row
  })
}

/** The store's customer data, as columns of a new order. */
export function accountOf(customer: Customer, timeZone: string): SearchColumns {
  const moment = (given: string | undefined) =>
    given === undefined ? null : (parseDate(given, timeZone)?.instant ?? null)
  const { type } = customer
  return {
    accountId: customer.id ?? null,
    accountEmail: customer.email,
    accountFirstName: customer.first_name ?? null,
    accountLastName: customer.last_name ?? null,
    accountType: type === undefined ? null : STORED_TYPES[type],
    accountGender: customer.gender ?? null,
    accountLastLogin: moment(customer.last_login),
    accountDateJoined: moment(customer.date_joined),
  }
}
