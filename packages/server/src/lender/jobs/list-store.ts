import type { Reader } from '../../platform/database/database.ts'
import { sql } from '../../platform/filters/fragment.ts'
import { listPage } from '../../platform/filters/list-page.ts'
import type { ListQuery, ListTable } from '../../platform/filters/list-table.ts'
import type { Job } from './job.ts'
import { lanes } from './rules.ts'
import { findJobs } from './store.ts'

/** The filters and orderings of lanes: by their name, unless somebody wants another order. */
export const jobList: ListTable = {
  properties: {
    name: { kind: 'text', sql: 'n.name' },
    state: { kind: 'text', sql: `CASE WHEN l.paused_at IS NULL THEN 'running' ELSE 'paused' END` },
    failing: {
      kind: 'boolean',
      sql: 'coalesce(l.failed_at > l.succeeded_at, l.failed_at IS NOT NULL)',
    },
    last_run: { kind: 'date', sql: 'l.succeeded_at' },
    done: { kind: 'number', decimal: false, sql: 'coalesce(l.done, 0)' },
  },
  orderings: { name: 'n.name', last_run: 'l.succeeded_at', done: 'coalesce(l.done, 0)' },
  q: [],
  created: 'NULL::timestamptz',
  id: 'n.name',
}

/** All that there are, be it that nobody has heard of them yet. */
export async function listJobs(
  reader: Reader,
  query: ListQuery,
): Promise<{ count: number; rows: Job[] }> {
  const names = Object.keys(lanes)
  const { count, ids } = await listPage(
    reader,
    {
      table: jobList,
      from: () => sql`unnest(${names}::text[]) n (name) left join lanes l on l.name = n.name`,
      where: sql`true`,
    },
    query.ordering.length > 0
      ? query
      : { ...query, ordering: [{ field: 'name', descending: false }] },
  )
  return { count, rows: await findJobs(reader, ids) }
}
