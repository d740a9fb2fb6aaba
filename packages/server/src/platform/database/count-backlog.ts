import { BACKLOG_MAX, type Backlog } from '../work/backlog.ts'
import { computed, select } from './columns.ts'
import type { Reader } from './database.ts'

const BACKLOG = computed<Backlog>({ due: 'count(*)', oldestAt: 'min(due_at)' })

/** Counts the rows that are due; `from` begins with FROM, `at` is the SQL of their due time. */
export async function countBacklog(
  reader: Reader,
  { at, from }: { readonly at: string; readonly from: string },
  values: readonly unknown[],
): Promise<Backlog> {
  const oldest = `SELECT ${at} AS due_at ${from} ORDER BY ${at} LIMIT ${BACKLOG_MAX}`
  const [backlog] = await reader.query(select(BACKLOG, `FROM (${oldest}) AS oldest`), values)
  return backlog ?? { due: 0, oldestAt: null }
}
