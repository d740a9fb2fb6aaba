import type { LenderRole } from '../../model/staff/roles.ts'
import type { SavedView } from '../../model/staff/saved-view.ts'
import type { Reader } from '../../platform/database/database.ts'
import { sql } from '../../platform/filters/fragment.ts'
import { listPage } from '../../platform/filters/list-page.ts'
import type { ListQuery, ListTable } from '../../platform/filters/list-table.ts'
import { inOrder } from '../../platform/filters/ordered.ts'
import { findViews } from '../../tenancy/saved-views/store.ts'

/** The filters and orderings of saved views. */
export const viewList: ListTable = {
  properties: {
    id: { kind: 'text', sql: 'v.id' },
    name: { kind: 'text', sql: 'v.name' },
    list: { kind: 'text', sql: 'v.list' },
    role: { kind: 'text', sql: 'v.role', nullable: true },
    created: { kind: 'date', sql: 'v.created_at' },
  },
  orderings: { name: 'v.name', created: 'v.created_at' },
  q: [],
  created: 'v.created_at',
  id: 'v.id',
}

type Reach = {
  readonly staffId: string
  /** Whose views are shown to them; null: those of every role. */
  readonly roles: readonly LenderRole[] | null
}

export async function listViews(
  reader: Reader,
  { staffId, roles }: Reach,
  query: ListQuery,
): Promise<{ count: number; rows: SavedView[] }> {
  const shared = roles === null ? sql`v.role is not null` : sql`v.role = any(${roles}::text[])`
  const source = {
    table: viewList,
    from: () => sql`saved_views v`,
    where: sql`(v.staff_id = ${staffId} or ${shared})`,
  }
  const { count, ids } = await listPage(reader, source, query)
  return { count, rows: inOrder(ids, await findViews(reader, ids), ({ id }) => id) }
}
