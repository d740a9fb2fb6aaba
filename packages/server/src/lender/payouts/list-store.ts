import type { Payout } from '../../model/payouts/payout.ts'
import type { StoreReference } from '../../model/stores/store-account.ts'
import { computed, select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'
import { sql } from '../../platform/filters/fragment.ts'
import { listPage } from '../../platform/filters/list-page.ts'
import type { ListQuery, ListTable } from '../../platform/filters/list-table.ts'
import { inOrder } from '../../platform/filters/ordered.ts'
import { payoutList } from '../../settlement/payouts/list-store.ts'
import { PAYOUT } from '../../settlement/payouts/store.ts'

/** What a store's own list is filtered by, and whose payout it is. */
export const lenderPayoutList: ListTable = {
  ...payoutList,
  properties: {
    'store-id': { kind: 'text', sql: 'p.store_id' },
    'store-name': { kind: 'text', sql: 's.name' },
    ...payoutList.properties,
  },
}

export type LenderPayout = Payout & { readonly store: StoreReference }

const LISTED = PAYOUT.and(
  computed<{ store: StoreReference }>({ store: `json_build_object('id', s.id, 'name', s.name)` }),
)

export async function listPayouts(
  reader: Reader,
  sandbox: boolean,
  query: ListQuery,
): Promise<{ count: number; rows: LenderPayout[] }> {
  const { count, ids } = await findPage(reader, sandbox, query)
  const rows = await readInOrder(reader, sandbox, ids)
  return { count, rows }
}

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
      from: (uses) =>
        uses('s') ? sql`payouts p join stores s on s.id = p.store_id` : sql`payouts p`,
      where: sql`p.sandbox = ${sandbox}`,
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
