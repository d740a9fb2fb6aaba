import { cents } from '@svc/api'
import type { Dated, LateSettled } from '../../model/loan/apr-of-loan.ts'
import type { Allocation, Loan } from '../../model/loan/loan.ts'
import type { Reduction } from '../../model/loan/reduce.ts'
import type { PastSince } from '../../model/loan/value-date.ts'
import type { Order } from '../../model/order/order.ts'
import { changed, columns, computed, type RowOf, select } from '../../platform/database/columns.ts'
import type { Reader, RowSet, Transaction, Update } from '../../platform/database/database.ts'
import { addDays, type Day, dayOf, instantOf } from '../../platform/time/calendar.ts'
import { instalmentRow, LOAN, listedColumns, loanOf, loanRow } from './columns.ts'

type OfOrder = { readonly storeId: string; readonly id: string }

/** The loan of an order with its instalments; undefined before the confirmation. */
export async function findLoan(reader: Reader, order: OfOrder): Promise<Loan | undefined> {
  const [row] = await reader.lookUp(
    select(LOAN, 'FROM loans l WHERE l.store_id = $1 AND l.order_id = $2'),
    [order.storeId, order.id],
  )
  return row && loanOf(row)
}

/** Those of many orders. */
export async function listLoans(
  reader: Reader,
  { storeId, orderIds }: { storeId: string; orderIds: readonly string[] },
): Promise<Loan[]> {
  const rows = await reader.query(
    select(LOAN, 'FROM loans l WHERE l.store_id = $1 AND l.order_id = ANY($2::text[])'),
    [storeId, orderIds],
  )
  return rows.map(loanOf)
}

const ALLOCATION = columns('allocations', 'a')
const ALLOCATED = ALLOCATION.only('source', 'sourceId', 'number', 'component', 'amount')
const REDUCTION = columns('reductions', 'r')
const EVENT = columns('events', 'e')

/** What a payment settled, oldest first. */
export async function listAllocations(
  reader: Reader,
  order: OfOrder,
  paymentId: string,
): Promise<Allocation[]> {
  const rows = await reader.query(
    select(
      ALLOCATED,
      `FROM allocations a WHERE a.store_id = $1 AND a.order_id = $2 AND a.source = 'payment'
         AND a.source_id = $3 ORDER BY a.event_sequence, a.position`,
    ),
    [order.storeId, order.id, paymentId],
  )
  return rows.map(allocationOf)
}

const allocationOf = (row: RowOf<typeof ALLOCATED>): Allocation => ({
  ...row,
  component: row.component === 'late_charge' ? 'lateCharge' : row.component,
})

/** What happened to a loan after a day, as a payment asks that came on it. */
export async function findPastSince(
  reader: Reader,
  { storeId, orderId, timeZone }: Pick<Loan, 'storeId' | 'orderId' | 'timeZone'>,
  day: Day,
): Promise<PastSince> {
  const key = [storeId, orderId, instantOf(addDays(day, 1), 0, timeZone)]
  const late = await reader.query(
    select(
      FIRST_LATE,
      `FROM (SELECT e.data -> 'instalment' AS of, row_number() OVER (
           PARTITION BY e.data #>> '{instalment,number}' ORDER BY e.sequence) AS nth
         FROM events e
         WHERE e.store_id = $1 AND e.order_id = $2 AND e.type = 'instalment.late') f
       WHERE f.nth = 1 AND f.of ->> 'late_on' > $3 ORDER BY 2, 1`,
    ),
    [storeId, orderId, day],
  )
  const received = await reader.query(
    select(
      RECEIVED,
      `FROM events e JOIN payments p ON p.store_id = e.store_id AND p.id = e.data ->> 'effect_id'
           AND p.state = 'succeeded'
         LEFT JOIN manual_payments m ON m.store_id = p.store_id AND m.id = p.id
       WHERE e.store_id = $1 AND e.order_id = $2 AND e.type = 'payment.received'
         AND e.created_at >= $3 ORDER BY e.sequence`,
    ),
    key,
  )
  const settled = await reader.query(
    select(
      ALLOCATED,
      `FROM allocations a JOIN events e
         ON (e.store_id, e.order_id, e.sequence) = (a.store_id, a.order_id, a.event_sequence)
       WHERE a.store_id = $1 AND a.order_id = $2 AND e.created_at >= $3`,
    ),
    key,
  )
  return {
    late,
    received: received.map(({ id, createdAt, valueOn }) => ({
      ...{ id, on: valueOn ?? dayOf(createdAt, timeZone) },
    })),
    settled: settled.map(allocationOf),
  }
}

const RECEIVED = computed<{ id: string; createdAt: Date; valueOn: Day | null }>({
  ...{ id: 'p.id', createdAt: 'e.created_at', valueOn: 'm.value_on' },
})

/** The first time that an instalment was late, by its event. */
const FIRST_LATE = computed<PastSince['late'][number]>({
  number: `(f.of ->> 'number')::int`,
  on: `f.of ->> 'late_on'`,
})

/** What write-offs settled, and undoing them opened again, the oldest first. */
export async function listWrittenOff(reader: Reader, order: OfOrder): Promise<Allocation[]> {
  const rows = await reader.query(
    select(
      ALLOCATED,
      `FROM allocations a WHERE a.store_id = $1 AND a.order_id = $2
         AND a.source IN ('write_off', 'write_off_undo') ORDER BY a.event_sequence, a.position`,
    ),
    [order.storeId, order.id],
  )
  return rows.map(allocationOf)
}

/** What lowered the debt, and when. */
export function listReductions(reader: Reader, order: OfOrder): Promise<Dated[]> {
  return reader.query(
    select(
      REDUCTION.only('amount').and(EVENT.only('createdAt')),
      `FROM reductions r JOIN events e
         ON (e.store_id, e.order_id, e.sequence) = (r.store_id, r.order_id, r.event_sequence)
       WHERE r.store_id = $1 AND r.order_id = $2 ORDER BY r.event_sequence, r.position`,
    ),
    [order.storeId, order.id],
  )
}

/** What settled late charges, and when. */
export function listLateSettled(reader: Reader, order: OfOrder): Promise<LateSettled[]> {
  return reader.query(
    select(
      ALLOCATION.only('source', 'sourceId', 'amount').and(EVENT.only('createdAt')),
      `FROM allocations a JOIN events e
         ON (e.store_id, e.order_id, e.sequence) = (a.store_id, a.order_id, a.event_sequence)
       WHERE a.store_id = $1 AND a.order_id = $2 AND a.component = 'late_charge'
       ORDER BY a.event_sequence, a.position`,
    ),
    [order.storeId, order.id],
  )
}

type LoanChange = {
  readonly order: Pick<Order, 'createdAt' | 'currency'>
  /** Undefined: the loan is new. */
  readonly before: Loan | undefined
  readonly after: Loan
}

/** The loan's row and those of its instalments that are new or changed. */
export function loanRows({ order, before, after }: LoanChange): RowSet[] {
  const listed = listedColumns(after, order)
  const known = new Map(before?.instalments.map((each) => [each.number, each]))
  const rows = after.instalments.filter((each) => known.get(each.number) !== each)
  const made = rows.filter(({ number }) => !known.has(number))
  const others = rows.filter(({ number }) => known.has(number))
  return [
    before === undefined
      ? { table: 'loans', rows: [{ ...loanRow(after), ...listed }] }
      : loanUpdate(before, after, listed),
    { table: 'instalments', rows: made.map((each) => instalmentRow(after, each)) },
    {
      table: 'instalments',
      by: ['storeId', 'orderId', 'number'],
      changes: others.map((each) => instalmentRow(after, each)),
    },
  ]
}

type Listed = ReturnType<typeof listedColumns>

function loanUpdate(before: Loan, after: Loan, listed: Listed): Update {
  const { storeId, orderId } = after
  const { retryDays: _, ...set } = changed(loanRow(before), loanRow(after))
  return { table: 'loans', where: { storeId, orderId }, set: { ...set, ...listed } }
}

const LOAN_KEY = columns('loans', 'l').only('storeId', 'orderId')
type LoanKey = RowOf<typeof LOAN_KEY>

/** Loans whose rows do not say what is overdue, their orders locked where they are free. */
export function lockUncounted(tx: Transaction, limit: number): Promise<LoanKey[]> {
  return tx.query(
    select(
      LOAN_KEY,
      `FROM loans l JOIN orders o ON o.store_id = l.store_id AND o.id = l.order_id
       WHERE l.overdue_amount IS NULL LIMIT $1 FOR NO KEY UPDATE OF o SKIP LOCKED`,
    ),
    [limit],
  )
}

/** Says on the rows of loans what lists find them by; their orders are locked. */
export async function countOverdue(tx: Transaction, loans: readonly LoanKey[]): Promise<void> {
  await tx.query(
    `UPDATE loans l SET overdue_since = c.since, overdue_amount = c.amount, overdue_counted = true,
       ordered_at = o.created_at, currency = o.currency
     FROM (SELECT k.store_id, k.order_id, min(coalesce(i.reopened_on, i.due_on)) AS since,
         coalesce(sum(i.capital + i.interest + i.fee + i.late_charge - i.settled_capital
           - i.settled_interest - i.settled_fee - i.settled_late_charge), 0) AS amount
       FROM unnest($1::text[], $2::text[]) k (store_id, order_id)
         LEFT JOIN instalments i ON i.store_id = k.store_id AND i.order_id = k.order_id
           AND i.due AND i.paid_on IS NULL AND NOT i.dropped
       GROUP BY 1, 2) c JOIN orders o ON o.store_id = c.store_id AND o.id = c.order_id
     WHERE l.store_id = c.store_id AND l.order_id = c.order_id`,
    [loans.map(({ storeId }) => storeId), loans.map(({ orderId }) => orderId)],
  )
}

type Numbered = Loan & { readonly eventSequence: number }

export function allocationRows(
  of: Pick<Numbered, 'storeId' | 'orderId' | 'eventSequence'>,
  allocations: readonly Allocation[],
): RowSet {
  const rows = allocations.map((each, index) => ({
    ...stepKey(of, index),
    source: each.source,
    sourceId: each.sourceId,
    number: each.number,
    component: each.component === 'lateCharge' ? ('late_charge' as const) : each.component,
    amount: each.amount,
  }))
  return { table: 'allocations', rows }
}

export function reductionRows(
  of: Pick<Numbered, 'storeId' | 'orderId' | 'eventSequence'>,
  reductions: readonly Reduction[],
): RowSet {
  const rows = reductions.map(({ sourceId, lowered, settled, credit, recovered }, index) => ({
    ...stepKey(of, index),
    sourceId,
    amount: cents(lowered + settled + credit + recovered),
    lowered,
    settled,
    credit,
    recovered,
  }))
  return { table: 'reductions', rows: rows.filter(({ amount }) => amount > 0) }
}

function stepKey(
  { storeId, orderId, eventSequence }: Pick<Numbered, 'storeId' | 'orderId' | 'eventSequence'>,
  index: number,
) {
  return { storeId, orderId, eventSequence, position: index + 1 }
}
