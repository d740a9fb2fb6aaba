import type { Payout } from '../../model/payouts/payout.ts'
import type { StoreReference } from '../../model/stores/store-account.ts'
import { computed, select } from '../../platform/database/columns.ts'
import type { Database, Reader } from '../../platform/database/database.ts'
import { sql, statementOf } from '../../platform/filters/fragment.ts'
import { listPage } from '../../platform/filters/list-page.ts'
import type { ListQuery, ListTable } from '../../platform/filters/list-table.ts'
import { inOrder } from '../../platform/filters/ordered.ts'
import { payoutList } from '../../settlement/payouts/list-store.ts'
import { PAYOUT } from '../../settlement/payouts/store.ts'
import { atOneMoment, filteredRows, ifFew, type SummedQuery } from '../lists/summing.ts'
import { type Compared, DIFFERENCES, USUAL_AMOUNT } from './differences-store.ts'

/** What a store's own list is filtered by, whose payout it is, and what is unusual about it. */
export const lenderPayoutList: ListTable = {
  ...payoutList,
  properties: {
    'store-id': { kind: 'text', sql: 'p.store_id' },
    'store-name': { kind: 'text', sql: 's.name' },
    difference: { kind: 'text', sql: 'd.name', many: `unnest(${DIFFERENCES}) d (name) WHERE true` },
    ...payoutList.properties,
  },
  orderings: { ...payoutList.orderings, differences: `cardinality(${DIFFERENCES})` },
}

export type LenderPayout = Payout & Compared & { readonly store: StoreReference }

const LISTED = PAYOUT.and(
  computed<Compared & { store: StoreReference }>({
    store: `json_build_object('id', s.id, 'name', s.name)`,
    differences: `to_jsonb(${DIFFERENCES})`,
    usualAmount: USUAL_AMOUNT,
  }),
)

type Payouts = {
  readonly count: number
  readonly rows: readonly LenderPayout[]
  /** Null: they are too many; undefined: nobody requested them. */
  readonly summary: readonly PayoutSum[] | null | undefined
}

/** A page of payouts and, where they are wanted, what all that the filters leave come to. */
export function listPayouts(
  database: Database,
  sandbox: boolean,
  { query, isSummed }: SummedQuery,
): Promise<Payouts> {
  if (!isSummed) return readPage(database, sandbox, query)
  return atOneMoment(database, async (tx) => {
    const page = await readPage(tx, sandbox, query)
    return { ...page, summary: await ifFew(page.count, () => sum(tx, sandbox, query)) }
  })
}

async function readPage(reader: Reader, sandbox: boolean, query: ListQuery) {
  const { count, ids } = await findPage(reader, sandbox, query)
  return { count, rows: await readInOrder(reader, sandbox, ids), summary: undefined }
}

type PayoutSum = Pick<Payout, 'currency' | 'status' | 'amount'> & { readonly count: number }

function sum(reader: Reader, sandbox: boolean, query: ListQuery): Promise<PayoutSum[]> {
  const rows = filteredRows({ table: lenderPayoutList, ...ofMode(sandbox) }, query)
  const { text, values } = statementOf(sql`${rows} GROUP BY 1, 2 ORDER BY 1, 2`)
  const shape = computed<PayoutSum>({
    currency: 'p.currency',
    status: 'p.status',
    count: 'count(*)',
    amount: 'sum(p.amount)::bigint',
  })
  return reader.search(select(shape, text), values)
}

const ofMode = (sandbox: boolean) => ({
  from: sql`payouts p join stores s on s.id = p.store_id`,
  where: sql`p.sandbox = ${sandbox}`,
})

/** How many payouts the filters leave, and in their order as many as the query has on its page. */
export const findPage = (
  reader: Reader,
  sandbox: boolean,
  query: ListQuery,
): Promise<{ readonly count: number; readonly ids: readonly string[] }> =>
  listPage(
    reader,
    {
      table: lenderPayoutList,
      ...ofMode(sandbox),
      from: (uses) => (uses('s') ? ofMode(sandbox).from : sql`payouts p`),
    },
    query,
  )

export async function readInOrder(
  reader: Reader,
  sandbox: boolean,
  ids: readonly string[],
): Promise<LenderPayout[]> {
  return inOrder(ids, await findPayouts(reader, { sandbox, ids }), ({ id }) => id)
}

/** By their ids, in the mode. */
export function findPayouts(
  reader: Reader,
  { sandbox, ids }: { readonly sandbox: boolean; readonly ids: readonly string[] },
): Promise<LenderPayout[]> {
  return reader.query(
    select(
      LISTED,
      `FROM payouts p JOIN stores s ON s.id = p.store_id
       WHERE p.id = ANY($1::text[]) AND p.sandbox = $2`,
    ),
    [ids, sandbox],
  )
}
