import { add, subtract } from '@svc/api'
import { computed, select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'
import { LISTED_LINE, type ListedLine } from '../settlements/list-store.ts'
import { isCounted } from '../tallies/store.ts'
import type { Period, Statement } from './statement.ts'

type StatementKey = Period & { readonly storeId: string; readonly sandbox: boolean }

type Total = Statement['totals'][number]

/** For the time before the period the type is null. */
const TOTAL = computed<Omit<Total, 'type'> & { type: Total['type'] | null }>({
  type: 'l.type',
  count: 'sum(l.count)::bigint',
  amount: 'sum(l.amount)::bigint',
  net: 'sum(l.net)::bigint',
})

const OWN = 'store_id = $1 AND sandbox = $2 AND currency = $3'
const ofLines = (type: string, where: string, sign = '1') =>
  `SELECT ${type} AS type, ${sign} * count(*) AS count, ${sign} * sum(amount) AS amount,
     ${sign} * sum(net) AS net FROM settlement_lines WHERE ${OWN} AND ${where} GROUP BY 1`
const ofDays = (type: string, where: string) =>
  `SELECT ${type}, sum(count), sum(amount), sum(net)
     FROM line_tallies WHERE ${OWN} AND ${where} GROUP BY 1`

const LOOKED_THROUGH = ofLines('CASE WHEN created_at >= $4 THEN type END', 'created_at < $5')

/** The beginning of the day nearest to a moment, by UTC: by half a day more it is the next. */
const dayNear = (instant: string) =>
  `(${instant}::timestamptz AT TIME ZONE 'UTC' + interval '12 hours')::date`
const midnightNear = (instant: string) => `(${dayNear(instant)}::timestamp AT TIME ZONE 'UTC')`
/** The lines between a moment and its midnight; `sign` counts those before it. */
const near = (type: string, instant: string, sign: 1 | -1) => {
  const midnight = midnightNear(instant)
  return ofLines(
    type,
    `created_at >= least(${instant}, ${midnight})
       AND created_at < greatest(${instant}, ${midnight})`,
    `CASE WHEN ${instant} >= ${midnight} THEN ${sign} ELSE ${-sign} END`,
  )
}

/**
 * Days by their tallies, as if the period began and ended at a midnight; of the hours between, the
 * lines are put to it or taken from it. A store's own midnight is an hour or two from one by UTC.
 */
const TALLIED = [
  near('null::text', '$4', 1),
  ofDays('null::text', `day < ${dayNear('$4')}`),
  ofDays('type', `day >= ${dayNear('$4')} AND day < ${dayNear('$5')}`),
  near('type', '$4', -1),
  near('type', '$5', 1),
].join(' UNION ALL ')

/** By one statement, so that all of it is of one moment. */
export async function findStatement(reader: Reader, key: StatementKey): Promise<Statement> {
  const { storeId, sandbox, from, until, currency } = key
  const lines = (await isCounted(reader, key)) ? TALLIED : LOOKED_THROUGH
  const all = await reader.search(
    select(TOTAL, `FROM (${lines}) l GROUP BY 1 HAVING sum(l.count) <> 0 ORDER BY 1`),
    [storeId, sandbox, currency, from, until],
  )
  const totals = all.flatMap(({ type, ...total }) => (type === null ? [] : [{ type, ...total }]))
  const closing = add(...all.map(({ net }) => net))
  const net = add(...totals.map(({ net }) => net))
  const opening = subtract(closing, net)
  const count = totals.reduce((sum, total) => sum + total.count, 0)
  return { from, until, currency, opening, totals, count, net, closing }
}

type LinePart = {
  /** The last line that was read; null: from the beginning of the period on. */
  readonly after: Pick<ListedLine['line'], 'createdAt' | 'id'> | null
  readonly limit: number
}

/** The lines in the period, the oldest first. */
function listPeriod(
  reader: Reader,
  { storeId, sandbox, from, until, currency }: StatementKey,
  { after, limit }: LinePart,
): Promise<ListedLine[]> {
  return reader.search(
    select(
      LISTED_LINE,
      `FROM settlement_lines l
         LEFT JOIN orders o ON o.store_id = l.store_id AND o.id = l.order_id
       WHERE l.store_id = $1 AND l.sandbox = $2 AND l.currency = $3
         AND (l.created_at, l.id) > ($4, $5) AND l.created_at < $6
       ORDER BY l.created_at, l.id LIMIT $7`,
    ),
    [storeId, sandbox, currency, after?.createdAt ?? from, after?.id ?? '', until, limit],
  )
}

const LINES_AT_ONCE = 1_000

/** The lines of a period, part by part, the oldest first. */
export async function* readPeriod(
  reader: Reader,
  key: StatementKey,
): AsyncGenerator<readonly ListedLine[]> {
  let after: LinePart['after'] = null
  for (;;) {
    const lines = await listPeriod(reader, key, { after, limit: LINES_AT_ONCE })
    if (lines.length > 0) yield lines
    if (lines.length < LINES_AT_ONCE) return
    after = lines.at(-1)?.line ?? null
  }
}
