import { type Owners, tablesOfAll } from '../../model/streams/owners.ts'
import { computed, select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'
import { BACKLOG_MAX, type Backlog } from '../../platform/work/backlog.ts'
import { inRealTime } from '../../tenancy/test-clocks/store.ts'

type Tables = ReturnType<typeof tablesOfAll>

/** Along the index of each endpoint, so that what waits for later costs nothing. */
const dueToEach = (
  { endpoints, deliveries }: Tables,
  limit: number,
) => `FROM ${endpoints} w CROSS JOIN LATERAL (
    SELECT d.next_attempt_at FROM ${deliveries} d
    WHERE d.endpoint_id = w.id AND d.next_attempt_at <= $1
    ORDER BY d.next_attempt_at LIMIT ${limit}) d
  WHERE w.state = 'enabled' AND ${inRealTime('w')}`

const backlogIn = (tables: Tables) =>
  computed<Backlog>({
    due: `(SELECT count(*)
      FROM (SELECT 1 ${dueToEach(tables, BACKLOG_MAX)} LIMIT ${BACKLOG_MAX}) due)`,
    oldestAt: `(SELECT min(d.next_attempt_at) ${dueToEach(tables, 1)})`,
  })

/** What is due to all endpoints that live in real time, of the stores or of the lender. */
export async function countDue(reader: Reader, now: Date, owners: Owners): Promise<Backlog> {
  const [backlog] = await reader.query(select(backlogIn(tablesOfAll(owners)), ''), [now])
  return backlog ?? { due: 0, oldestAt: null }
}
