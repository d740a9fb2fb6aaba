import type { Mode } from '../../model/keys/api-key.ts'
import {
  columns,
  computed,
  type Entity,
  select,
  statement,
} from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'
import { BACKLOG_MAX, type Backlog } from '../../platform/work/backlog.ts'
import { PLACE_STEP } from './positions.ts'

/** With its place in the chain of its mode: by it no event is skipped. */
export type ChainedAction = Entity<'actions'> & { readonly place: number }

type ChainPart = { readonly mode: Mode; readonly after: number; readonly limit: number }

/** The actions after a place of the chain, the nearest first. */
export function listChained(
  reader: Reader,
  { mode, after, limit }: ChainPart,
): Promise<ChainedAction[]> {
  const placed = columns<'actions', { place: number }>('actions', 'a')
  return reader.query(
    select(
      placed,
      `FROM actions a WHERE coalesce(a.mode, 'live') = $1 AND a.place > $2
       ORDER BY a.place LIMIT $3`,
    ),
    [mode, after, limit],
  )
}

/** The last place of the chain; 0: there is none. */
export async function findEnd(reader: Reader, mode: Mode): Promise<number> {
  const place = columns('action_chains', 'c').only('place')
  const [row] = await reader.lookUp(select(place, 'FROM action_chains c WHERE c.mode = $1'), [mode])
  return row?.place ?? 0
}

/**
 * The last place before the first action of a time or later, as far as places follow time: they do,
 * except for writes within a second. Found by bisection.
 */
export async function findPlaceBefore(
  reader: Reader,
  { mode, end }: { readonly mode: Mode; readonly end: number },
  at: Date,
): Promise<number> {
  const text = statement(
    computed<{ place: number | null }>({ place: 'max(low)' }),
    (list) => `WITH RECURSIVE search (low, high) AS (
       SELECT 0::bigint, $2::bigint
       UNION ALL
       SELECT CASE WHEN a.at < $3 THEN m.middle ELSE s.low END,
         CASE WHEN a.at < $3 THEN s.high ELSE m.middle - 1 END
       FROM search s CROSS JOIN LATERAL (SELECT (s.low + s.high + 1) / 2 AS middle) m
         JOIN actions a ON coalesce(a.mode, 'live') = $1 AND a.place = m.middle
       WHERE s.low < s.high)
     SELECT ${list} FROM search`,
  )
  const [row] = await reader.query(text, [mode, String(end), at])
  return row?.place ?? 0
}

/** A stream as far as it was published. */
const UNTOLD = `FROM lender_streams s
    JOIN action_chains c ON c.mode = CASE WHEN s.sandbox THEN 'sandbox' ELSE 'live' END
  WHERE c.place > s.position / ${PLACE_STEP} AND EXISTS (
    SELECT 1 FROM lender_endpoints w WHERE w.sandbox = s.sandbox AND w.state = 'enabled')`

/** The modes whose chain is not published to its end, and that have subscribers. */
export async function listUnqueued(reader: Reader): Promise<boolean[]> {
  const sandbox = columns('lender_streams', 's').only('sandbox')
  const rows = await reader.lookUp(select(sandbox, UNTOLD), [])
  return rows.map((row) => row.sandbox)
}

const BACKLOG = computed<Backlog>({
  due: `coalesce(sum(least(c.place - s.position / ${PLACE_STEP}, ${BACKLOG_MAX})), 0)::int`,
  oldestAt: `min((SELECT a.at FROM actions a WHERE coalesce(a.mode, 'live') = c.mode
    AND a.place = s.position / ${PLACE_STEP} + 1))`,
})

/** How many actions are not published yet. */
export async function countUnqueued(reader: Reader): Promise<Backlog> {
  const [backlog] = await reader.query(select(BACKLOG, UNTOLD), [])
  return backlog ?? { due: 0, oldestAt: null }
}
