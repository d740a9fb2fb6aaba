import type { Product } from '@svc/api'
import { columns, computed, type RowOf, select } from '../../platform/database/columns.ts'
import type { Database, Reader } from '../../platform/database/database.ts'
import { exists } from '../../platform/database/reader.ts'
import { raw, sql, statementOf } from '../../platform/filters/fragment.ts'
import { listPage } from '../../platform/filters/list-page.ts'
import type { ListQuery, ListTable } from '../../platform/filters/list-table.ts'
import { inOrder } from '../../platform/filters/ordered.ts'
import { ofStoresNaming } from '../creditors/naming.ts'
import { CREDITOR_ID, NAMED_CREDITOR } from '../creditors/store.ts'
import { filteredRows, atOneMoment as readAtOnce, type SummedQuery } from '../lists/summing.ts'
import { behindWanted } from './behind.ts'
import type { LenderLoan, LoanSum, Scope } from './lender-loan.ts'
import { LAST_PAYMENT, NEXT_DUE, RECEIVED, UPCOMING } from './store.ts'

const UNPAID = `FROM instalments i WHERE i.store_id = l.store_id AND i.order_id = l.order_id
  AND i.due AND i.paid_on IS NULL AND NOT i.dropped`
const OF_ORDER = 'FROM orders p WHERE p.store_id = l.store_id AND p.id = l.order_id'

/** The stored columns of loans, and the computed ones for rows without them. */
const STORED = {
  ...{ since: 'l.overdue_since', overdueAmount: 'l.overdue_amount' },
  ...{ created: 'l.ordered_at', currency: 'l.currency' },
}
const COUNTED: typeof STORED = {
  since: `SELECT min(coalesce(i.reopened_on, i.due_on)) ${UNPAID}`,
  overdueAmount: `SELECT coalesce(sum(i.capital + i.interest + i.fee + i.late_charge
    - i.settled_capital - i.settled_interest - i.settled_fee - i.settled_late_charge), 0)::bigint
    ${UNPAID}`,
  created: `SELECT p.created_at ${OF_ORDER}`,
  currency: `SELECT p.currency ${OF_ORDER}`,
}
const either = (name: keyof typeof STORED): string =>
  `CASE WHEN l.overdue_amount IS NOT NULL THEN ${STORED[name]} ELSE (${COUNTED[name]}) END`
const EITHER: typeof STORED = {
  ...{ since: either('since'), overdueAmount: either('overdueAmount') },
  ...{ created: either('created'), currency: either('currency') },
}

/** A sandbox store may have a time of its own. */
export const CLOCKS = 'LEFT JOIN test_clocks t ON t.store_id = l.store_id'
const nowOfStore = (now: string) => `CASE WHEN t.shows IS NULL THEN ${now}
  WHEN t.runs_since IS NULL THEN t.shows ELSE t.shows + (${now} - t.runs_since) END`

/** As the index of late instalments has it. */
const LATE = `EXISTS (SELECT 1 FROM instalments i WHERE i.store_id = l.store_id
  AND i.order_id = l.order_id AND i.due AND i.late_on IS NOT NULL AND i.paid_on IS NULL
  AND NOT i.dropped
  AND i.capital + i.interest + i.fee + i.late_charge > 0)`

/** What is late is due and unpaid, and stored rows say whether anything is. */
const STORED_LATE = `l.overdue_since IS NOT NULL AND ${LATE}`

/** As `loanStatus` has it: where nothing is owed, no capital is open. */
const stateOf = (late: string): string => `CASE WHEN l.cancelled_on IS NOT NULL THEN 'cancelled'
  WHEN l.written_off > 0 AND l.receivable = 0 THEN 'written_off'
  WHEN ${late} THEN 'in_arrears'
  WHEN l.starts_on IS NULL THEN 'waiting'
  WHEN l.receivable = 0 THEN 'paid_off'
  WHEN l.withdrawn_on IS NULL THEN 'running' ELSE 'withdrawn' END`

type Expressions = typeof STORED & { readonly days: string; readonly bucket: string }

/**
 * How far behind a loan is depends on the day, and the day on the store. `isStored`: every row says
 * what lists find it by.
 */
export function expressionsOf({ sandbox, now }: Scope, isStored = false): Expressions {
  const each = isStored ? STORED : EITHER
  const moment = `timestamptz '${now.toISOString()}'`
  const here = sandbox ? nowOfStore(moment) : moment
  const today = `(${here} AT TIME ZONE l.time_zone)::date`
  const days = `coalesce(greatest(${today} - (${each.since}), 0), 0)`
  return {
    ...each,
    days,
    bucket: `CASE WHEN l.receivable = 0 THEN NULL WHEN ${days} = 0 THEN 'current'
      WHEN ${days} <= 30 THEN '1-30' WHEN ${days} <= 60 THEN '31-60'
      WHEN ${days} <= 90 THEN '61-90' ELSE '90+' END`,
  }
}

const number = (expression: string, decimal = true) =>
  ({ kind: 'number', sql: expression, decimal }) as const
const text = (expression: string) => ({ kind: 'text', sql: expression }) as const

type Dates = { readonly nextDue: string; readonly lastPayment: string }

/** Looked up for each loan. */
const OF_EACH: Dates = { nextDue: NEXT_DUE, lastPayment: LAST_PAYMENT }

/** Read once for all loans, from `ALL_DATES`. */
const OF_ALL: Dates = { nextDue: 'n.due_on', lastPayment: 'y.settled_at' }

/** Where nothing of one is needed the database leaves it out. */
const ALL_DATES = `LEFT JOIN (SELECT i.store_id, i.order_id, min(i.due_on) AS due_on
    FROM instalments i WHERE ${UPCOMING} GROUP BY 1, 2) n
    ON n.store_id = l.store_id AND n.order_id = l.order_id
  LEFT JOIN (SELECT p.store_id, p.order_id, max(p.settled_at) AS settled_at
    FROM payments p WHERE ${RECEIVED} GROUP BY 1, 2) y
    ON y.store_id = l.store_id AND y.order_id = l.order_id`

/** The filters and orderings of loans, as of a moment. */
export function loanListOf(scope: Scope, isStored = false, dates = OF_EACH): ListTable {
  const { days, bucket, overdueAmount, created, currency } = expressionsOf(scope, isStored)
  return {
    properties: {
      id: text('l.order_id'),
      mid: text('o.mid'),
      'store-id': text('l.store_id'),
      'store-name': text('s.name'),
      'customer-id': { ...text('o.buyer_id'), nullable: true },
      'person-id': { ...text('b.person_id'), nullable: true },
      product: text('l.product'),
      currency: text(currency),
      state: text(stateOf(isStored ? STORED_LATE : LATE)),
      bucket: { ...text(bucket), nullable: true },
      days_past_due: number(days, false),
      overdue_amount: number(overdueAmount),
      receivable: number('l.receivable'),
      written_off: number('l.written_off'),
      next_due: {
        kind: 'date',
        sql: `(${dates.nextDue}::timestamp AT TIME ZONE 'UTC')`,
        nullable: true,
      },
      last_payment: { kind: 'date', sql: dates.lastPayment, nullable: true },
      'terms-version': number('o.terms_version', false),
      'creditor-id': { ...text(CREDITOR_ID), nullable: true },
      created: { kind: 'date', sql: created },
    },
    orderings: {
      overdue_amount: overdueAmount,
      days_past_due: days,
      receivable: 'l.receivable',
      next_due: dates.nextDue,
      created,
    },
    q: [],
    created,
    id: 'l.order_id',
  }
}

type Loans = {
  readonly count: number
  readonly rows: readonly LenderLoan[]
  readonly summary: readonly LoanSum[] | undefined
}

/**
 * A page of loans and, if requested, the sums over all filtered ones; all at one moment, with
 * whether every row has its search columns.
 */
export function listLoans(
  database: Database,
  scope: Scope,
  { query, isSummed }: SummedQuery,
): Promise<Loans> {
  return atOneMoment(database, { scope, query }, async (tx, source) => {
    const [{ count, ids }, summary] = await Promise.all([
      listPage(tx, source, query),
      isSummed ? sum(tx, { query, source }) : undefined,
    ])
    return { count, rows: await readListed(tx, scope, ids), summary }
  })
}

/** How many loans the filters leave, and in their order as many as the query has on its page. */
export function findLoans(
  database: Database,
  scope: Scope,
  query: ListQuery,
): Promise<{ readonly count: number; readonly ids: readonly string[] }> {
  return atOneMoment(database, { scope, query }, (tx, source) => listPage(tx, source, query))
}

type Wanted = { readonly scope: Scope; readonly query: ListQuery }

function atOneMoment<T>(
  database: Database,
  { scope, query }: Wanted,
  read: (tx: Reader, source: Source) => Promise<T>,
): Promise<T> {
  return readAtOnce(database, async (tx) => {
    const isUncounted = await exists(tx, 'FROM loans l WHERE l.overdue_amount IS NULL', [])
    return read(tx, sourceOf(scope, query, !isUncounted))
  })
}

type Source = ReturnType<typeof sourceOf>

/** Each table has one row for a loan: where nothing of it is needed the database leaves it out. */
const BESIDE = `LEFT JOIN orders o ON o.store_id = l.store_id AND o.id = l.order_id
  LEFT JOIN buyers b ON b.store_id = o.store_id AND b.sandbox = o.sandbox AND b.id = o.buyer_id
  LEFT JOIN stores s ON s.id = l.store_id ${CLOCKS}`

/** Filters that leave a few loans, whose dates are looked up one by one. */
const FEW: ReadonlySet<string> = new Set(['id', 'mid', 'person-id', 'customer-id'])

function sourceOf(scope: Scope, query: ListQuery, isStored: boolean) {
  const isFew = query.filters.some(({ property }) => FEW.has(property))
  const behind = (isStored ? behindWanted(scope, query) : []).map((each) => ` AND ${each}`)
  const naming = ofStoresNaming(query, 'l.store_id')
  return {
    table: loanListOf(scope, isStored, isFew ? undefined : OF_ALL),
    expressions: expressionsOf(scope, isStored),
    from: () => raw(`loans l ${BESIDE} ${isFew ? '' : ALL_DATES}`),
    where: sql`l.sandbox = ${scope.sandbox}${raw(behind.join(''))}${naming}`,
  }
}

async function sum(
  reader: Reader,
  { query, source }: { query: ListQuery; source: Source },
): Promise<LoanSum[]> {
  const { table, expressions, where } = source
  const rows = filteredRows({ table, from: source.from(), where }, query)
  const { text: query_, values } = statementOf(sql`${rows} GROUP BY 1, 2 ORDER BY 1, 2`)
  const shape = computed<LoanSum>({
    currency: expressions.currency,
    bucket: expressions.bucket,
    count: 'count(*)',
    receivable: 'sum(l.receivable)::bigint',
    overdueAmount: `sum(${expressions.overdueAmount})::bigint`,
  })
  return reader.search(select(shape, query_), values)
}

const LOAN = columns<'loans', { product: Product }>('loans', 'l').only(
  ...(['product', 'receivable', 'writtenOff'] as const),
)
const ORDER = columns('orders', 'o').only('id', 'mid', 'currency', 'createdAt', 'termsVersion')

/** Each with the figures of its day. */
export async function readListed(
  reader: Reader,
  scope: Scope,
  ids: readonly string[],
): Promise<LenderLoan[]> {
  if (ids.length === 0) return []
  const { days, bucket, overdueAmount } = expressionsOf(scope)
  const shape = LOAN.and(ORDER).and(
    computed<Omit<LenderLoan, keyof RowOf<typeof LOAN> | keyof RowOf<typeof ORDER>>>({
      store: `json_build_object('id', s.id, 'name', s.name)`,
      customerId: 'o.buyer_id',
      state: stateOf(LATE),
      creditor: NAMED_CREDITOR,
      bucket,
      daysPastDue: days,
      overdueAmount,
      nextDue: `${NEXT_DUE}::text`,
    }),
  )
  const rows = await reader.search(
    select(
      shape,
      `FROM orders o JOIN loans l ON l.store_id = o.store_id AND l.order_id = o.id
         JOIN stores s ON s.id = o.store_id ${CLOCKS}
       WHERE o.id = ANY($1::text[]) AND l.sandbox = $2`,
    ),
    [ids, scope.sandbox],
  )
  return inOrder(ids, rows, ({ id }) => id)
}
