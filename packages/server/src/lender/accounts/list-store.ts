import type { StoreReference } from '../../model/stores/store-account.ts'
import { computed, select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'
import { raw, sql } from '../../platform/filters/fragment.ts'
import { listPage } from '../../platform/filters/list-page.ts'
import type { ListQuery, ListTable } from '../../platform/filters/list-table.ts'
import { inOrder } from '../../platform/filters/ordered.ts'

const OF_ORDERS = `SELECT e.store_id, o.sandbox, e.order_id, e.sequence, p.number, e.kind,
    e.effect_id, e.currency, e.created_at, p.debit, p.credit, p.amount
  FROM ledger_postings p JOIN ledger_entries e ON (e.store_id, e.order_id, e.sequence)
      = (p.store_id, p.order_id, p.sequence)
    JOIN orders o ON o.store_id = e.store_id AND o.id = e.order_id`
const OF_STORES = `SELECT e.store_id, e.sandbox, NULL, e.sequence, p.number, e.kind, e.effect_id,
    e.currency, e.created_at, p.debit, p.credit, p.amount
  FROM store_postings p JOIN store_entries e ON (e.store_id, e.sandbox, e.sequence)
    = (p.store_id, p.sandbox, p.sequence)`
/** One table of the postings in the chains of orders and in those of stores. */
const POSTINGS = `(${OF_ORDERS} UNION ALL ${OF_STORES})`
/** The one of the key `k`: looked up for each, however many there are. */
const ONE = `(${OF_ORDERS} WHERE p.store_id = k.store_id AND p.order_id = k.order_id
    AND p.sequence = k.sequence AND p.number = k.number AND o.sandbox = $4
  UNION ALL ${OF_STORES} WHERE p.store_id = k.store_id AND p.sandbox = $4 AND k.order_id = ''
    AND p.sequence = k.sequence AND p.number = k.number OFFSET 0)`

/** The key of a posting: its store, its order or none, and its two numbers. */
const KEY = `e.store_id || '/' || coalesce(e.order_id, '') || '/' || e.sequence || '/' || e.number`

/** The filters and orderings of the postings of an account. */
export const postingList: ListTable = {
  properties: {
    'store-id': { kind: 'text', sql: 'e.store_id' },
    'order-id': { kind: 'text', sql: 'e.order_id', nullable: true },
    kind: { kind: 'text', sql: 'e.kind' },
    debit: { kind: 'text', sql: 'e.debit' },
    credit: { kind: 'text', sql: 'e.credit' },
    currency: { kind: 'text', sql: 'e.currency' },
    amount: { kind: 'number', sql: 'e.amount', decimal: true },
    created: { kind: 'date', sql: 'e.created_at' },
  },
  orderings: { amount: 'e.amount', created: 'e.created_at' },
  q: [],
  created: 'e.created_at',
  id: KEY,
}

export type AccountPosting = {
  readonly key: string
  readonly store: StoreReference
  readonly orderId: string | null
  readonly sequence: number
  readonly number: number
  readonly kind: string
  readonly effectId: string
  readonly debit: string
  readonly credit: string
  readonly amount: number
  readonly currency: string
  readonly createdAt: Date
}

const POSTING = computed<AccountPosting>({
  key: KEY,
  store: `json_build_object('id', s.id, 'name', s.name)`,
  orderId: 'e.order_id',
  sequence: 'e.sequence',
  number: 'e.number',
  kind: 'e.kind',
  effectId: 'e.effect_id',
  debit: 'e.debit',
  credit: 'e.credit',
  amount: 'e.amount',
  currency: 'e.currency',
  createdAt: 'e.created_at',
})

type OfAccount = { readonly account: string; readonly sandbox: boolean }

export async function listPostings(
  reader: Reader,
  { account, sandbox }: OfAccount,
  query: ListQuery,
): Promise<{ count: number; rows: AccountPosting[] }> {
  const { count, ids } = await findPostings(reader, { account, sandbox }, query)
  return { count, rows: await readPostings(reader, sandbox, ids) }
}

/** How many postings the filters leave, and in their order as many as the query has on its page. */
export function findPostings(
  reader: Reader,
  { account, sandbox }: OfAccount,
  query: ListQuery,
): Promise<{ readonly count: number; readonly ids: readonly string[] }> {
  const own = sql`e.sandbox = ${sandbox} and (e.debit = ${account} or e.credit = ${account})`
  const source = { table: postingList, from: () => sql`${raw(POSTINGS)} e`, where: own }
  return listPage(reader, source, query)
}

export async function readPostings(
  reader: Reader,
  sandbox: boolean,
  ids: readonly string[],
): Promise<AccountPosting[]> {
  if (ids.length === 0) return []
  const named = ids.map((id) => id.split('/'))
  const part = (index: number) => named.map((parts) => parts[index])
  const rows = await reader.search(
    select(
      POSTING,
      `FROM unnest($1::text[], $2::text[], $3::bigint[], $5::smallint[])
           k (store_id, order_id, sequence, number)
         CROSS JOIN LATERAL ${ONE} e
         JOIN stores s ON s.id = e.store_id`,
    ),
    [part(0), part(1), part(2), sandbox, part(3)],
  )
  return inOrder(ids, rows, ({ key }) => key)
}
