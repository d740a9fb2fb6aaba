import { computed, select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'
import { BACKLOG_MAX, type Backlog } from '../../platform/work/backlog.ts'
import { inRealTime } from '../../tenancy/test-clocks/store.ts'

/** Along the index of each endpoint, so that what waits for later costs nothing. */
const dueToEach = (limit: number) => `FROM webhook_endpoints w CROSS JOIN LATERAL (
    SELECT d.next_attempt_at FROM webhook_deliveries d
    WHERE d.endpoint_id = w.id AND d.next_attempt_at <= $1
    ORDER BY d.next_attempt_at LIMIT ${limit}) d
  WHERE w.state = 'enabled' AND ${inRealTime('w')}`

const BACKLOG = computed<Backlog>({
  due: `(SELECT count(*) FROM (SELECT 1 ${dueToEach(BACKLOG_MAX)} LIMIT ${BACKLOG_MAX}) due)`,
  oldestAt: `(SELECT min(d.next_attempt_at) ${dueToEach(1)})`,
})

/** What is due to all endpoints that live in real time. */
export async function countDue(reader: Reader, now: Date): Promise<Backlog> {
  const [backlog] = await reader.query(select(BACKLOG, ''), [now])
  return backlog ?? { due: 0, oldestAt: null }
}
