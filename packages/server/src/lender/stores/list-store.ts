import type { Store } from '../../model/stores/store-account.ts'
import { columns, select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'
import { sql } from '../../platform/filters/fragment.ts'
import { listPage } from '../../platform/filters/list-page.ts'
import type { ListQuery, ListTable } from '../../platform/filters/list-table.ts'
import { inOrder } from '../../platform/filters/ordered.ts'
import { STORE } from '../../tenancy/accounts/store.ts'

/** What stores are filtered and ordered by. */
export const storeList: ListTable = {
  properties: {
    id: { kind: 'text', sql: 's.id' },
    name: { kind: 'text', sql: 's.name' },
    url: { kind: 'text', sql: `nullif(s.settings ->> 'url', '')`, nullable: true },
    currency: { kind: 'text', sql: `s.settings ->> 'currency'` },
    time_zone: { kind: 'text', sql: 's.time_zone' },
    created: { kind: 'date', sql: 's.created_at' },
  },
  orderings: { name: 's.name', created: 's.created_at' },
  q: ['s.name'],
  created: 's.created_at',
  id: 's.id',
}

export type ListedStore = Store & { readonly createdAt: Date }

const LISTED = STORE.and(columns('stores', 's').only('createdAt'))

export async function listStores(
  reader: Reader,
  query: ListQuery,
): Promise<{ count: number; rows: ListedStore[] }> {
  const source = { table: storeList, from: () => sql`stores s`, where: sql`true` }
  const { count, ids } = await listPage(reader, source, query)
  const rows = await reader.query(select(LISTED, 'FROM stores s WHERE s.id = ANY($1::text[])'), [
    ids,
  ])
  return { count, rows: inOrder(ids, rows, ({ id }) => id) }
}
