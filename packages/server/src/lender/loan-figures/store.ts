/** Debts, by person and delay (record 0156). */
import type { loanBuckets, monthsLate, rolledFrom, rolledTo } from '@svc/api'
import { OPEN_STATES, OWED } from '../../checkout/decisions/store.ts'
import { computed, select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'
import { addMonths, firstOfMonth, instantOf } from '../../platform/time/calendar.ts'
import { CLOCKS, expressionsOf } from '../loans/list-store.ts'
import type { FigureScope } from '../spans/span.ts'

const ofStore = (column: string) => `($2::text IS NULL OR ${column} = $2)`

type Owed = {
  readonly bucket: (typeof loanBuckets)[number]
  readonly currency: string
  readonly loans: number
  readonly receivable: number
  readonly overdue: number
}

/** How far behind, of `days`. */
const bucketOf = (days: string) => `CASE WHEN coalesce(${days}, 0) <= 0 THEN 'current'
  WHEN ${days} <= 30 THEN '1-30' WHEN ${days} <= 60 THEN '31-60' WHEN ${days} <= 90 THEN '61-90'
  ELSE '90+' END`

const OWED_LOANS = computed<Owed>({
  bucket: bucketOf('x.days'),
  currency: 'x.currency',
  loans: 'count(*)',
  receivable: 'sum(x.receivable)::bigint',
  overdue: 'sum(x.overdue)::bigint',
})

/** Debts by their delay: the delay of each loan is computed once. */
export function listPortfolio(reader: Reader, scope: FigureScope): Promise<Owed[]> {
  const { days, currency, overdueAmount } = expressionsOf(scope)
  return reader.search(
    select(
      OWED_LOANS,
      `FROM (SELECT ${days} AS days, ${currency} AS currency, l.receivable,
           ${overdueAmount} AS overdue
         FROM loans l ${scope.sandbox ? CLOCKS : ''}
         WHERE l.sandbox = $1 AND l.receivable > 0 AND ${ofStore('l.store_id')} OFFSET 0) x
       GROUP BY 1, 2 ORDER BY 2, min(x.days)`,
    ),
    [scope.sandbox, scope.storeId],
  )
}

type Vintage = {
  readonly month: string
  readonly late: (typeof monthsLate)[number]
  readonly currency: string
  readonly loans: number
  readonly receivable: number
  readonly written_off: number
}

const VINTAGE = computed<Vintage>({
  month: '($4::text[])[x.month]',
  late: `CASE WHEN NOT x.owes THEN CASE WHEN x.is_lost THEN 'written_off' ELSE 'ended' END
    WHEN x.days > 90 THEN '4+' ELSE ((x.days + 29) / 30)::text END`,
  currency: 'x.currency',
  loans: 'sum(x.loans)::bigint',
  receivable: 'sum(x.receivable)::bigint',
  written_off: 'sum(x.written_off)::bigint',
})

/** Read once: as a cast of the parameter it would be read again for each loan. */
const STARTS = 'SELECT $3::text[]::timestamptz[]'

/**
 * Loans by the month of their signature and the months of their delay. Rows are grouped by their
 * values first, and days computed for the groups: some hundred of a million.
 */
export function listVintages(reader: Reader, scope: FigureScope): Promise<Vintage[]> {
  const { sandbox, storeId } = scope
  const counted = expressionsOf(scope, true)
  const { since, created, currency } = expressionsOf(scope)
  const loans = (condition: string, each: Pick<typeof counted, 'since' | 'created' | 'currency'>) =>
    `SELECT ${sandbox ? 'l.store_id' : 'NULL'} AS store_id, l.time_zone, l.receivable,
       l.written_off, ${each.currency} AS currency, ${each.created} AS ordered_at,
       CASE WHEN l.receivable > 0 THEN ${each.since} END AS overdue_since
     FROM loans l WHERE l.sandbox = $1 AND ${ofStore('l.store_id')} AND ${condition}`
  const [months, starts] = monthsOf(scope)
  return reader.search(
    select(
      VINTAGE,
      `FROM (SELECT l.*, ${counted.days} AS days FROM (
           SELECT width_bucket(a.ordered_at, (${STARTS})) AS month, a.currency,
             a.store_id, a.time_zone, a.overdue_since, a.receivable > 0 AS owes,
             a.written_off > 0 AS is_lost,
             count(*) AS loans, sum(a.receivable) AS receivable, sum(a.written_off) AS written_off
           FROM (${loans('l.overdue_amount IS NOT NULL', counted)}
             UNION ALL ${loans('l.overdue_amount IS NULL', { since, created, currency })}) a
           WHERE a.ordered_at >= $5 AND a.ordered_at < $6 GROUP BY 1, 2, 3, 4, 5, 6, 7) l
         ${sandbox ? CLOCKS : ''}) x
       GROUP BY x.month, 2, 3 ORDER BY x.month, 3, 2`,
    ),
    [sandbox, storeId, starts, months, scope.start, scope.end],
  )
}

/** The months of a span, and the moment at which each begins. */
function monthsOf({ from, to, start, timeZone }: FigureScope): [string[], string[]] {
  const months: string[] = []
  const starts: string[] = []
  for (let first = firstOfMonth(from); first <= to; first = addMonths(first, 1)) {
    months.push(first.slice(0, 'YYYY-MM'.length))
    const begins = starts.length === 0 ? start : instantOf(first, 0, timeZone)
    starts.push(begins.toISOString())
  }
  return [months, starts]
}

type Rolled = {
  readonly before: (typeof rolledFrom)[number]
  readonly after: (typeof rolledTo)[number]
  readonly loans: number
}

const BEFORE = '($3::date - 1)'
const AFTER = '$4::date'
/** Something had fallen due and was not paid by the end of a day, or is open again since. */
const wasOpen = (day: string) => `(i.paid_on IS NULL OR i.paid_on > ${day}) AND i.due_on < ${day}
  AND (i.reopened_on IS NULL OR i.reopened_on < ${day})`
const since = (day: string, isDropped: boolean) => `min(coalesce(i.reopened_on, i.due_on))
  FILTER (WHERE ${wasOpen(day)} AND ${isDropped ? '' : 'NOT'} i.dropped)`
/** A written-off or cancelled amount counts until then. */
const daysOn = (day: string, name: string) => `${day} - least(i.${name},
  CASE WHEN l.ended_on > ${day} THEN i.${name}_dropped END)`

/**
 * The start of each loan's delay, on both days: by one pass over late and unpaid instalments, and
 * one look at each of these loans, which are few; a join would be planned for many.
 */
const BEHIND = `(SELECT ${daysOn(BEFORE, 'before')} AS days_before,
    ${daysOn(AFTER, 'after')} AS days_after, l.written_off_on <= ${AFTER} AS is_lost
  FROM (SELECT i.store_id, i.order_id,
      ${since(BEFORE, false)} AS before, ${since(BEFORE, true)} AS before_dropped,
      ${since(AFTER, false)} AS after, ${since(AFTER, true)} AS after_dropped
    FROM instalments i WHERE i.due AND (i.paid_on IS NULL OR i.paid_on > i.due_on)
      AND (i.paid_on IS NULL OR i.paid_on > ${BEFORE}) AND i.due_on < ${AFTER}
      AND ${ofStore('i.store_id')} GROUP BY 1, 2) i
  CROSS JOIN LATERAL (SELECT coalesce(l.written_off_on, l.cancelled_on) AS ended_on,
      CASE WHEN l.written_off > 0 THEN l.written_off_on END AS written_off_on
    FROM loans l WHERE l.store_id = i.store_id AND l.order_id = i.order_id AND l.sandbox = $1
    OFFSET 0) l)`

/** Loans that were behind before a span or after it, by both. */
export function listRolls(reader: Reader, scope: FigureScope): Promise<Rolled[]> {
  const shape = computed<Rolled>({
    before: bucketOf('b.days_before'),
    after: `CASE WHEN b.is_lost THEN 'written_off' ELSE ${bucketOf('b.days_after')} END`,
    loans: 'count(*)',
  })
  return reader.search(
    select(
      shape,
      `FROM ${BEHIND} b WHERE b.days_before > 0 OR b.days_after > 0 GROUP BY 1, 2 ORDER BY 1, 2`,
    ),
    [scope.sandbox, scope.storeId, scope.from, scope.to],
  )
}

/** In minor units; who owes less than the first bound is in the first band. */
const BANDS = [10_000, 25_000, 50_000, 100_000, 250_000, 500_000]

type Band = {
  readonly at_least: number
  readonly below: number | null
  readonly currency: string
  readonly persons: number
  readonly amount: number
}
const bounds = `'{0,${BANDS.join()}}'::bigint[]`
const place = `width_bucket(x.amount, ${bounds})`
const BAND = computed<Band>({
  at_least: `(${bounds})[${place}]`,
  below: `(${bounds})[${place} + 1]`,
  currency: 'x.currency',
  persons: 'count(*)',
  amount: 'sum(x.amount)::bigint',
})

const WHO = `coalesce(b.person_id, b.document_country || b.document_type || b.document_number)`
const JOINED = `JOIN buyers b ON b.store_id = o.store_id AND b.sandbox = o.sandbox
    AND b.id = o.buyer_id
  WHERE o.sandbox = $1 AND ${ofStore('o.store_id')} AND o.state IN ${OPEN_STATES}`

/**
 * Orders that may have debt: loans, and those that wait for their buyer or store or can be
 * captured. All others are paid, cancelled or lost.
 */
const OWING = `SELECT ${WHO}, o.currency, ${OWED} FROM loans l
    JOIN orders o ON o.store_id = l.store_id AND o.id = l.order_id ${JOINED}
    AND l.sandbox = $1 AND l.receivable > 0
  UNION ALL SELECT ${WHO}, o.currency, ${OWED} FROM orders o
    LEFT JOIN loans l ON l.store_id = o.store_id AND l.order_id = o.id ${JOINED}
    AND (o.expires_at IS NOT NULL OR o.lapse_due_at IS NOT NULL)
    AND coalesce(l.receivable, 0) = 0`

/** People by how much they owe, as a signature of theirs counts it. */
export function listExposure(reader: Reader, scope: FigureScope): Promise<Band[]> {
  return reader.search(
    select(
      BAND,
      `FROM (SELECT w.person, w.currency, sum(w.amount) AS amount
           FROM (${OWING}) w (person, currency, amount) GROUP BY 1, 2) x
       WHERE x.amount > 0 GROUP BY 1, 2, 3 ORDER BY 3, 1`,
    ),
    [scope.sandbox, scope.storeId],
  )
}
