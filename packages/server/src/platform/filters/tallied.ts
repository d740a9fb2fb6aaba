/**
 * Counts a list whose rows are counted by day as they are written: how many there are, and on which
 * day a page begins, however far from the first. Days are UTC; the partial first and last day of a
 * period are counted from the rows themselves.
 */
import type { Reader } from '../database/database.ts'
import { all, conditionOf } from './conditions.ts'
import { LAST } from './days.ts'
import { type Fragment, join, raw, sql, statementOf } from './fragment.ts'
import type { Filter, ListQuery, ListTable, Test } from './list-table.ts'

export type Tallies = {
  /** The text after FROM: under the name of the rows, with `day`, `count` and `properties`. */
  readonly from: Fragment
  /** Restricts the rows to those that the caller may see. */
  readonly where: Fragment
  /** Whether they include all rows. */
  readonly counted: Fragment
  /** The property that they are counted by, as the list calls it. */
  readonly properties: readonly string[]
}

type Span = { readonly from: Date | null; readonly until: Date | null }
type Source = { readonly table: ListTable; readonly tallies: Tallies }

/** The answer of the tallies to a query. */
type Tallied = {
  readonly descending: boolean
  /** One or several rows for each day, with `day` and `count`. */
  readonly days: Fragment
}

/** Undefined: the tallies cannot answer the query. `rows` is the number of all matches. */
export function talliedQuery(
  { table, tallies }: Source,
  rows: Fragment,
  { filters, terms, ordering, timeZone }: ListQuery,
): Tallied | undefined {
  const [first = { field: '', descending: true }, ...others] = ordering
  const isByTime = ordering.length === 0 || table.orderings[first.field] === table.created
  if (terms.length > 0 || others.length > 0 || !isByTime) return undefined
  const isTimed = ({ property }: Filter) => table.properties[property]?.sql === table.created
  const named = filters.filter((filter) => !isTimed(filter))
  if (!named.every(({ property }) => tallies.properties.includes(property))) return undefined
  const span = spanOf(filters.filter(isTimed))
  if (span === undefined) return undefined
  const conditions = named.map((filter) => conditionOf(table, filter, timeZone))
  const parts = daysOf({ table, tallies }, rows, { span, conditions })
  return parts && { descending: first.descending, days: join(parts, ' UNION ALL ') }
}

/** The period that all conditions leave; undefined if it is not a period. */
function spanOf(filters: readonly Filter[]): Span | undefined {
  let span: Span = { from: null, until: null }
  for (const { tests } of filters) {
    const [test, ...others] = tests
    if (test === undefined || others.length > 0 || !isSpan(test)) return undefined
    span = { from: later(span.from, test.from), until: sooner(span.until, test.until) }
  }
  return span
}

type Instants = Extract<Test, { readonly kind: 'instants' }>
const isSpan = (test: Test): test is Instants =>
  test.kind === 'instants' && (test.from !== null || test.until !== null)
const later = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other > one) ? other : one
const sooner = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other < one) ? other : one

const DAY_MS = 86_400_000
const dayOf = (instant: Fragment): Fragment => sql`(${instant} at time zone 'UTC')::date`
const dayOfDate = (date: Date): Fragment => dayOf(sql`${date}::timestamptz`)

type Leaving = { readonly span: Span; readonly conditions: readonly Fragment[] }

/** Whole days from the tallies, the rest from the rows; undefined without a whole day. */
function daysOf(
  { table, tallies }: Source,
  rows: Fragment,
  { span: { from, until }, conditions }: Leaving,
): Fragment[] | undefined {
  const midnight = (date: Date | null, round: (days: number) => number): Date | null =>
    date && new Date(round(date.getTime() / DAY_MS) * DAY_MS)
  const first = midnight(from, Math.ceil)
  const end = midnight(until, Math.floor)
  if (first !== null && (first.getTime() > LAST || (end !== null && first >= end))) return undefined
  const created = raw(table.created)
  const edge = (condition: Fragment) =>
    sql`SELECT ${dayOf(created)} AS day, count(*) AS count ${rows} AND ${condition} GROUP BY 1`
  return [
    sql`SELECT day, count FROM ${tallies.from} WHERE ${all([
      tallies.where,
      ...conditions,
      ...(first === null ? [] : [sql`day >= ${dayOfDate(first)}`]),
      ...(end === null ? [] : [sql`day < ${dayOfDate(end)}`]),
    ])}`,
    ...(first === null || first.getTime() === from?.getTime()
      ? []
      : [edge(sql`${created} < ${first}::timestamptz`)]),
    ...(end === null || end.getTime() === until?.getTime()
      ? []
      : [edge(sql`${created} >= ${end}::timestamptz`)]),
  ]
}

type Place = {
  readonly count: number
  /** The start of the page, less this number of preceding rows; null: no more rows. */
  readonly begins: { readonly within: Fragment; readonly offset: number } | null
}

/** The position of the row with that number, from 0; undefined while not all rows are counted. */
export async function placeOf(
  reader: Reader,
  { table, tallies }: Source,
  { tallied: { days, descending }, offset }: { tallied: Tallied; offset: number },
): Promise<Place | undefined> {
  const order = raw(descending ? 'desc' : 'asc')
  const { text, values } = statementOf(sql`WITH days AS MATERIALIZED (
      SELECT day, sum(count) AS count FROM (${days}) each GROUP BY day),
    so_far AS (SELECT day, count, sum(count) OVER (ORDER BY day ${order}) AS so_far FROM days)
    SELECT ${tallies.counted} AS counted, (SELECT sum(count) FROM days) AS count,
      p.day::text AS day, p.so_far - p.count AS before
    FROM (VALUES (1)) one (one) LEFT JOIN LATERAL (SELECT * FROM so_far
      WHERE so_far.so_far > ${offset}::bigint ORDER BY day ${order} LIMIT 1) p ON true`)
  const [row] = await reader.search(text, values)
  if (row?.counted !== true) return undefined
  const count = Number(row.count ?? 0)
  if (row.day === null) return { count, begins: null }
  const created = raw(table.created)
  const midnight = (days: number) =>
    sql`((${row.day}::date + ${days}::int)::timestamp at time zone 'UTC')`
  const within = descending ? sql`${created} < ${midnight(1)}` : sql`${created} >= ${midnight(0)}`
  return { count, begins: { within, offset: offset - Number(row.before) } }
}
