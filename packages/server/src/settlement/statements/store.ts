import { add, subtract } from '@svc/api'
import { computed, select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'
import { LISTED_LINE, type ListedLine } from '../settlements/list-store.ts'
import { isCounted } from '../tallies/store.ts'
import type { Period, Statement } from './statement.ts'

type StatementKey = Period & { readonly storeId: string; readonly sandbox: boolean }

type Total = Statement['totals'][number]

/** Of what came before the period the type is null. */
const TOTAL = computed<Omit<Total, 'type'> & { type: Total['type'] | null }>({
  type: 'l.type',
  count: 'sum(l.count)::bigint',
  amount: 'sum(l.amount)::bigint',
  net: 'sum(l.net)::bigint',
})

const OWN = 'store_id = $1 AND sandbox = $2 AND currency = $3'
const ofLines = (type: string, where: string) =>
  `SELECT ${type} AS type, count(*) AS count, sum(amount) AS amount, sum(net) AS net
     FROM settlement_lines WHERE ${OWN} AND ${where} GROUP BY 1`
const ofDays = (type: string, where: string) =>
  `SELECT ${type}, sum(count), sum(amount), sum(net)
     FROM line_tallies WHERE ${OWN} AND ${where} GROUP BY 1`

const LOOKED_THROUGH = ofLines('CASE WHEN created_at >= $4 THEN type END', 'created_at < $5')

const dayOf = (instant: string) => `(${instant} AT TIME ZONE 'UTC')::date`
const midnightOf = (day: string) => `(${day})::timestamp AT TIME ZONE 'UTC'`
/** The first whole day of the period, and the day in which it ends: neither before the other. */
const FIRST = `(${dayOf('$4::timestamptz')} + 1)`
const END = `greatest(${dayOf('$5::timestamptz')}, ${FIRST})`

/** Whole days by their tallies; of the days in which the period begins and ends the lines. */
const TALLIED = [
  ofLines('null::text', `created_at >= ${midnightOf(`${FIRST} - 1`)} AND created_at < $4`),
  ofDays('null::text', `day < ${FIRST} - 1`),
  ofLines('type', `created_at >= $4 AND created_at < least($5, ${midnightOf(FIRST)})`),
  ofDays('type', `day >= ${FIRST} AND day < ${END}`),
  ofLines('type', `created_at >= ${midnightOf(END)} AND created_at < $5`),
].join(' UNION ALL ')

/** By one statement, so that all of it is of one moment. */
export async function findStatement(reader: Reader, key: StatementKey): Promise<Statement> {
  const { storeId, sandbox, from, until, currency } = key
  const lines = (await isCounted(reader, key)) ? TALLIED : LOOKED_THROUGH
  const all = await reader.search(select(TOTAL, `FROM (${lines}) l GROUP BY 1 ORDER BY 1`), [
    storeId,
    sandbox,
    currency,
    from,
    until,
  ])
  const totals = all.flatMap(({ type, ...total }) => (type === null ? [] : [{ type, ...total }]))
  const closing = add(...all.map(({ net }) => net))
  const net = add(...totals.map(({ net }) => net))
  const opening = subtract(closing, net)
  const count = totals.reduce((sum, total) => sum + total.count, 0)
  return { from, until, currency, opening, totals, count, net, closing }
}

export type LinePart = {
  /** The last line that was read; null: from the beginning of the period on. */
  readonly after: Pick<ListedLine['line'], 'createdAt' | 'id'> | null
  readonly limit: number
}

/** What follows in the period, the oldest first. */
export function listPeriod(
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
