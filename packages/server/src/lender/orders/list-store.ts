import type { StoreReference } from '../../model/stores/store-account.ts'
import type { ListedOrder } from '../../orders/editing/list-store.ts'
import { LISTED, orderList, SHOWS_KO, withEarlierNames } from '../../orders/editing/list-store.ts'
import { columns, computed, select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'
import { sql } from '../../platform/filters/fragment.ts'
import { listPage } from '../../platform/filters/list-page.ts'
import type { ListQuery, ListTable } from '../../platform/filters/list-table.ts'
import { inOrder } from '../../platform/filters/ordered.ts'
import { areAllCounted } from '../../settlement/tallies/store.ts'
import { ofStoresNaming } from '../creditors/naming.ts'
import { CREDITOR_ID, type CreditorNamed, NAMED_CREDITOR } from '../creditors/store.ts'

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

/** A page of the orders of all stores that their buyer has accepted. */
export async function listOrders(
  reader: Reader,
  sandbox: boolean,
  requested: ListQuery,
): Promise<{ count: number; rows: LenderOrder[] }> {
  const query = await withEarlierNames(reader, { sandbox }, requested)
  const all = query.filters.some(({ property }) => SHOWS_KO.has(property))
  const shown = all ? sql`o.state <> 'in_process'` : sql`o.state not in ('in_process', 'ko')`
  const own = sql`o.sandbox = ${sandbox}`
  const { count, ids } = await listPage(
    reader,
    {
      table: lenderOrderList,
      from: (uses) =>
        sql`orders o ${uses('s') ? sql`left join stores s on s.id = o.store_id` : sql``}
          ${
            uses('b')
              ? sql`left join buyers b on b.store_id = o.store_id and b.sandbox = o.sandbox
                  and b.id = o.buyer_id`
              : sql``
          }`,
      where: sql`${own} and ${shown}${ofStoresNaming(query, 'o.store_id')}`,
      tallies: {
        from: sql`order_tallies o`,
        where: all ? own : sql`${own} and o.financing_status <> 'ko'`,
        counted: areAllCounted(sandbox),
        properties: ['status', 'financing_status', 'store-id'],
      },
    },
    query,
  )
  return { count, rows: await readListed(reader, ids) }
}

const OF_STORE = LISTED.and(
  computed<Held>({
    store: `json_build_object('id', o.store_id, 'name', s.name)`,
    creditor: NAMED_CREDITOR,
  }),
)

async function readListed(reader: Reader, ids: readonly string[]): Promise<LenderOrder[]> {
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
