import type { PayeeKey, Payout } from '../../model/payouts/payout.ts'
import { select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'
import { sql } from '../../platform/filters/fragment.ts'
import { listPage } from '../../platform/filters/list-page.ts'
import type { ListQuery, ListTable } from '../../platform/filters/list-table.ts'
import { PAYOUT } from './store.ts'

/** The filters and orderings of payouts. */
export const payoutList: ListTable = {
  properties: {
    id: { kind: 'text', sql: 'p.id' },
    status: { kind: 'text', sql: 'p.status' },
    currency: { kind: 'text', sql: 'p.currency' },
    amount: { kind: 'number', sql: 'p.amount', decimal: true },
    carried: { kind: 'number', sql: 'p.carried', decimal: true },
    due: { kind: 'date', sql: 'p.due_at' },
    created: { kind: 'date', sql: 'p.created_at' },
  },
  orderings: { amount: 'p.amount', due: 'p.due_at', created: 'p.created_at' },
  q: [],
  created: 'p.created_at',
  id: 'p.id',
}

export async function listPayouts(
  reader: Reader,
  { storeId, sandbox }: PayeeKey,
  query: ListQuery,
): Promise<{ count: number; payouts: Payout[] }> {
  const { count, ids } = await listPage(
    reader,
    {
      table: payoutList,
      from: () => sql`payouts p`,
      where: sql`p.store_id = ${storeId} and p.sandbox = ${sandbox}`,
    },
    query,
  )
  const rows = await reader.query(
    select(PAYOUT, 'FROM payouts p WHERE p.store_id = $1 AND p.id = ANY($2::text[])'),
    [storeId, ids],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return { count, payouts: ids.flatMap((id) => byId.get(id) ?? []) }
}
