import { select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'
import { sql } from '../../platform/filters/fragment.ts'
import { listPage } from '../../platform/filters/list-page.ts'
import type { ListQuery, ListTable } from '../../platform/filters/list-table.ts'
import { inOrder } from '../../platform/filters/ordered.ts'
import type { Closing } from './closing.ts'
import { CLOSING } from './store.ts'

/** The filters and orderings of closings. */
export const closingList: ListTable = {
  properties: {
    day: { kind: 'text', sql: 'c.day::text' },
    hash: { kind: 'text', sql: 'c.hash' },
    closed: { kind: 'date', sql: 'c.closed_at' },
  },
  orderings: { day: 'c.day', closed: 'c.closed_at' },
  q: [],
  created: 'c.day',
  id: 'c.day::text',
}

/** The sandbox has none. */
export async function listClosings(
  reader: Reader,
  sandbox: boolean,
  query: ListQuery,
): Promise<{ count: number; rows: Closing[] }> {
  const source = { table: closingList, from: () => sql`closings c`, where: sql`not ${sandbox}` }
  const { count, ids } = await listPage(reader, source, query)
  const text = 'FROM closings c WHERE c.day::text = ANY($1::text[])'
  const rows = await reader.query(select(CLOSING, text), [ids])
  return { count, rows: inOrder(ids, rows, ({ day }) => day) }
}
