import type { StoreStateName } from '@svc/api'
import type { Store } from '../../model/stores/store-account.ts'
import { storeIn } from '../../model/stores/store-terms.ts'
import { columns, computed, select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'
import { raw, sql } from '../../platform/filters/fragment.ts'
import { listPage } from '../../platform/filters/list-page.ts'
import type { ListQuery, ListTable } from '../../platform/filters/list-table.ts'
import { inOrder } from '../../platform/filters/ordered.ts'
import { STORE } from '../../tenancy/accounts/store.ts'
import { stateNameOf } from '../../tenancy/store-states/store.ts'

/** The filters and orderings of stores. */
export const storeList: ListTable = {
  properties: {
    id: { kind: 'text', sql: 's.id' },
    name: { kind: 'text', sql: 's.name' },
    url: { kind: 'text', sql: `nullif(s.settings ->> 'url', '')`, nullable: true },
    currency: { kind: 'text', sql: `s.settings ->> 'currency'` },
    time_zone: { kind: 'text', sql: 's.time_zone' },
    state: { kind: 'text', sql: 's.state' },
    created: { kind: 'date', sql: 's.created_at' },
  },
  orderings: { name: 's.name', created: 's.created_at' },
  q: ['s.name'],
  created: 's.created_at',
  id: 's.id',
}

type ListedStore = Store & { readonly createdAt: Date; readonly state: StoreStateName }

const LISTED = STORE.and(columns('stores', 's').only('createdAt')).and(
  computed<Pick<ListedStore, 'state'>>({ state: stateNameOf('$2') }),
)

/** In one mode: in the other one a store may have another state. */
export async function listStores(
  reader: Reader,
  sandbox: boolean,
  query: ListQuery,
): Promise<{ count: number; rows: ListedStore[] }> {
  const state = raw(stateNameOf(String(sandbox)))
  const source = {
    table: storeList,
    from: () => sql`(select s.*, ${state} as state from stores s) s`,
    where: sql`true`,
  }
  const { count, ids } = await listPage(reader, source, query)
  const rows = await reader.query(select(LISTED, 'FROM stores s WHERE s.id = ANY($1::text[])'), [
    ids,
    sandbox,
  ])
  // By the name that the lender has registered.
  const stores = rows.map((row) => storeIn(row, { sandbox: false, at: null }))
  return { count, rows: inOrder(ids, stores, ({ id }) => id) }
}
