import type { Order } from '../../model/order/order.ts'
import type { StoreReference } from '../../model/stores/store-account.ts'
import type { ListedOrder } from '../../orders/editing/list-store.ts'
import { LISTED, orderList, SHOWS_KO, withEarlierNames } from '../../orders/editing/list-store.ts'
import { columns, computed, select } from '../../platform/database/columns.ts'
import type { Database, Reader } from '../../platform/database/database.ts'
import { sql, statementOf } from '../../platform/filters/fragment.ts'
import { listPage } from '../../platform/filters/list-page.ts'
import type { ListQuery, ListTable } from '../../platform/filters/list-table.ts'
import { inOrder } from '../../platform/filters/ordered.ts'
import { areAllCounted } from '../../settlement/tallies/store.ts'
import { ofStoresNaming } from '../creditors/naming.ts'
import { CREDITOR_ID, type CreditorNamed, NAMED_CREDITOR } from '../creditors/store.ts'
import { atOneMoment, filteredRows, ifFew, type SummedQuery } from '../lists/summing.ts'

/** Numbers that identify somebody stand in no address: they are looked for in bodies. */
const NUMBERS = /^customer-(?:document_id|phone)-number$/

/** The filters of stores' own lists, and the order's store. */
export const lenderOrderList: ListTable = {
  ...orderList,
  properties: {
    'store-id': { kind: 'text', sql: 'o.store_id' },
    'store-name': { kind: 'text', sql: 's.name' },
    'person-id': { kind: 'text', sql: 'b.person_id', nullable: true },
    'creditor-id': { kind: 'text', sql: CREDITOR_ID, nullable: true },
    ...Object.fromEntries(
      Object.entries(orderList.properties).filter(([name]) => !NUMBERS.test(name)),
    ),
  },
}

export type Held = {
  readonly store: StoreReference
  /** Null: its terms name none. */
  readonly creditor: CreditorNamed | null
}
export type LenderOrder = ListedOrder & Held

export type OrderSum = Pick<Order, 'currency' | 'totalAmount' | 'capturedAmount'> & {
  readonly count: number
  readonly refundedAmount: number
}

type Orders = {
  readonly count: number
  readonly rows: readonly LenderOrder[]
  /** Null: they are too many; undefined: nobody requested them. */
  readonly summary: readonly OrderSum[] | null | undefined
}

/** A page of the orders of all stores that their buyer has accepted; with their sums if wanted. */
export function listOrders(
  database: Database,
  sandbox: boolean,
  { query, isSummed }: SummedQuery,
): Promise<Orders> {
  if (!isSummed) return readPage(database, sandbox, query)
  return atOneMoment(database, async (tx) => {
    const page = await readPage(tx, sandbox, query)
    return { ...page, summary: await ifFew(page.count, () => sum(tx, sandbox, query)) }
  })
}

async function readPage(reader: Reader, sandbox: boolean, query: ListQuery) {
  const { count, ids } = await findOrders(reader, sandbox, query)
  return { count, rows: await readListed(reader, ids), summary: undefined }
}

/** How many orders the filters leave, and in their order as many as the query has on its page. */
export async function findOrders(
  reader: Reader,
  sandbox: boolean,
  requested: ListQuery,
): Promise<{ readonly count: number; readonly ids: readonly string[] }> {
  const { query, isAll, where, from } = await sourceOf(reader, sandbox, requested)
  const own = sql`o.sandbox = ${sandbox}`
  const tallies = {
    from: sql`order_tallies o`,
    where: isAll ? own : sql`${own} and o.financing_status <> 'ko'`,
    counted: areAllCounted(sandbox),
    properties: ['status', 'financing_status', 'store-id'],
  }
  return listPage(reader, { table: lenderOrderList, from, where, tallies }, query)
}

async function sourceOf(reader: Reader, sandbox: boolean, requested: ListQuery) {
  const query = await withEarlierNames(reader, { sandbox }, requested)
  const isAll = query.filters.some(({ property }) => SHOWS_KO.has(property))
  const shown = isAll ? sql`o.state <> 'in_process'` : sql`o.state not in ('in_process', 'ko')`
  const stores = sql`left join stores s on s.id = o.store_id`
  const buyers = sql`left join buyers b on b.store_id = o.store_id and b.sandbox = o.sandbox
    and b.id = o.buyer_id`
  return {
    query,
    isAll,
    from: (uses: (alias: string) => boolean) =>
      sql`orders o ${uses('s') ? stores : sql``} ${uses('b') ? buyers : sql``}`,
    where: sql`o.sandbox = ${sandbox} and ${shown}${ofStoresNaming(query, 'o.store_id')}`,
  }
}

async function sum(reader: Reader, sandbox: boolean, requested: ListQuery): Promise<OrderSum[]> {
  const { query, from, where } = await sourceOf(reader, sandbox, requested)
  // Each table has one row for an order: where nothing of it is needed the database leaves it out.
  const rows = filteredRows({ table: lenderOrderList, from: from(() => true), where }, query)
  const { text, values } = statementOf(sql`${rows} GROUP BY 1 ORDER BY 1`)
  const shape = computed<OrderSum>({
    currency: 'o.currency',
    count: 'count(*)',
    totalAmount: 'sum(o.total_amount)::bigint',
    capturedAmount: 'sum(o.captured_amount)::bigint',
    refundedAmount: 'sum(o.refunded_captured_amount)::bigint',
  })
  return reader.search(select(shape, text), values)
}

const OF_STORE = LISTED.and(
  computed<Held>({
    store: `json_build_object('id', o.store_id, 'name', s.name)`,
    creditor: NAMED_CREDITOR,
  }),
)

export async function readListed(reader: Reader, ids: readonly string[]): Promise<LenderOrder[]> {
  if (ids.length === 0) return []
  const rows = await reader.query(
    select(
      OF_STORE,
      `FROM orders o JOIN order_details d ON d.store_id = o.store_id AND d.order_id = o.id
         JOIN stores s ON s.id = o.store_id WHERE o.id = ANY($1::text[])`,
    ),
    [ids],
  )
  return inOrder(ids, rows, ({ order }) => order.id)
}

const PLACED = columns('orders', 'o').only('id', 'storeId')

/** Whose order it is, by the service's id of it. */
export async function findPlace(
  reader: Reader,
  { id, sandbox }: { readonly id: string; readonly sandbox: boolean },
): Promise<(Held & { readonly order: { id: string; storeId: string } }) | undefined> {
  const [row] = await reader.query(
    select(
      PLACED.as('order')
        .and(columns('stores', 's').only('id', 'name').as('store'))
        .and(computed<Pick<Held, 'creditor'>>({ creditor: NAMED_CREDITOR })),
      'FROM orders o JOIN stores s ON s.id = o.store_id WHERE o.id = $1 AND o.sandbox = $2',
    ),
    [id, sandbox],
  )
  return row
}
