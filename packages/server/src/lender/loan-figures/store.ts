/** What is owed, by whom and how far behind (record 0156). */
import type { loanBuckets, monthsLate, rolledFrom, rolledTo } from '@svc/api'
import { OPEN_STATES, OWED } from '../../checkout/decisions/store.ts'
import { computed, select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'
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

/** What is owed, by how far it is behind. */
export function listPortfolio(reader: Reader, scope: FigureScope): Promise<Owed[]> {
  const { bucket, currency, overdueAmount } = expressionsOf(scope)
  const shape = computed<Owed>({
    bucket,
    currency,
    loans: 'count(*)',
    receivable: 'sum(l.receivable)::bigint',
    overdue: `sum(${overdueAmount})::bigint`,
  })
  return reader.search(
    select(
      shape,
      `FROM loans l ${scope.sandbox ? CLOCKS : ''}
       WHERE l.sandbox = $1 AND l.receivable > 0 AND ${ofStore('l.store_id')}
       GROUP BY 1, 2 ORDER BY 2, min(${expressionsOf(scope).days})`,
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

/** Loans by the month of their signature and how many months they are behind. */
export function listVintages(reader: Reader, scope: FigureScope): Promise<Vintage[]> {
  const { days, currency, created } = expressionsOf(scope)
  const shape = computed<Vintage>({
    month: `to_char(${created} AT TIME ZONE $5, 'YYYY-MM')`,
    late: `CASE WHEN l.receivable = 0 AND l.written_off > 0 THEN 'written_off'
      WHEN l.receivable = 0 THEN 'ended' WHEN ${days} > 90 THEN '4+'
      ELSE ((${days} + 29) / 30)::text END`,
    currency,
    loans: 'count(*)',
    receivable: 'sum(l.receivable)::bigint',
    written_off: 'sum(l.written_off)::bigint',
  })
  return reader.search(
    select(
      shape,
      `FROM loans l ${scope.sandbox ? CLOCKS : ''}
       WHERE l.sandbox = $1 AND ${ofStore('l.store_id')} AND ${created} >= $3 AND ${created} < $4
       GROUP BY 1, 2, 3 ORDER BY 1, 3, 2`,
    ),
    [scope.sandbox, scope.storeId, scope.start, scope.end, scope.timeZone],
  )
}

type Rolled = {
  readonly before: (typeof rolledFrom)[number]
  readonly after: (typeof rolledTo)[number]
  readonly loans: number
}

/** How far behind, of `days`. */
const bucketOf = (days: string) => `CASE WHEN coalesce(${days}, 0) <= 0 THEN 'current'
  WHEN ${days} <= 30 THEN '1-30' WHEN ${days} <= 60 THEN '31-60' WHEN ${days} <= 90 THEN '61-90'
  ELSE '90+' END`

/**
 * Loans that were behind at the end of a day: something had fallen due and was not paid by then.
 * What a charge-back opened again counts from that day; what was written off or cancelled, until
 * then.
 */
const behindOn = (day: string) => `SELECT l.store_id, l.order_id,
    ${day} - min(CASE WHEN i.reopened_on <= ${day} THEN i.reopened_on ELSE i.due_on END) AS days
  FROM instalments i JOIN loans l ON l.store_id = i.store_id AND l.order_id = i.order_id
  WHERE i.due AND (i.paid_on IS NULL OR i.paid_on > i.due_on)
    AND (i.paid_on IS NULL OR i.paid_on > ${day})
    AND i.due_on < ${day} AND (i.reopened_on IS NULL OR i.reopened_on < ${day})
    AND (NOT i.dropped OR coalesce(l.written_off_on, l.cancelled_on) > ${day})
    AND l.sandbox = $1 AND ${ofStore('l.store_id')}
  GROUP BY 1, 2`

/** Loans that were behind before a span or after it, by both. */
export function listRolls(reader: Reader, scope: FigureScope): Promise<Rolled[]> {
  const shape = computed<Rolled>({
    before: bucketOf('b.days'),
    after: `CASE WHEN l.written_off_on <= $4 AND l.written_off > 0 THEN 'written_off'
      ELSE ${bucketOf('a.days')} END`,
    loans: 'count(*)',
  })
  return reader.search(
    select(
      shape,
      `FROM (${behindOn('($3::date - 1)')}) b
         FULL JOIN (${behindOn('$4::date')}) a USING (store_id, order_id)
         JOIN loans l USING (store_id, order_id)
       GROUP BY 1, 2 ORDER BY 1, 2`,
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

/**
 * Orders of which something may be owed: what waits for its buyer or store, what can be captured,
 * and loans. All else is paid, cancelled or lost.
 */
const OWING = `SELECT l.store_id, l.order_id FROM loans l
    WHERE l.sandbox = $1 AND l.receivable > 0 AND ${ofStore('l.store_id')}
  UNION SELECT o.store_id, o.id FROM orders o
    WHERE o.sandbox = $1 AND o.expires_at IS NOT NULL AND ${ofStore('o.store_id')}
  UNION SELECT o.store_id, o.id FROM orders o
    WHERE o.sandbox = $1 AND o.lapse_due_at IS NOT NULL AND ${ofStore('o.store_id')}`

/** People by how much they owe, as a signature of theirs counts it. */
export function listExposure(reader: Reader, scope: FigureScope): Promise<Band[]> {
  return reader.search(
    select(
      BAND,
      `FROM (SELECT coalesce(b.person_id, b.document_country || b.document_type
             || b.document_number) AS person, o.currency, sum(${OWED}) AS amount
           FROM (${OWING}) w JOIN orders o ON o.store_id = w.store_id AND o.id = w.order_id
             LEFT JOIN loans l ON l.store_id = o.store_id AND l.order_id = o.id
             JOIN buyers b ON b.store_id = o.store_id AND b.sandbox = o.sandbox
               AND b.id = o.buyer_id
           WHERE o.state IN ${OPEN_STATES} GROUP BY 1, 2) x
       WHERE x.amount > 0 GROUP BY 1, 2, 3 ORDER BY 3, 1`,
    ),
    [scope.sandbox, scope.storeId],
  )
}
