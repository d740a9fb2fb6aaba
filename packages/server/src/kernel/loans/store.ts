import { cents } from '@svc/api'
import type { Dated, LateSettled } from '../../model/loan/apr-of-loan.ts'
import type { Allocation, Loan } from '../../model/loan/loan.ts'
import type { Reduction } from '../../model/loan/reduce.ts'
import type { Reader, Row, RowSet } from '../../platform/database/database.ts'
import { instalmentColumns, loanColumns, loanOf } from './columns.ts'

type OfOrder = { readonly storeId: string; readonly id: string }

/** As text of JSON: to build it in binary first takes twice as long. */
const SELECT = `SELECT to_json(l) AS loan, (
    SELECT json_agg(to_json(i) ORDER BY i.number) FROM instalments i
    WHERE i.store_id = l.store_id AND i.order_id = l.order_id) AS instalments
  FROM loans l WHERE l.store_id = $1`

/** The loan of an order with its instalments; undefined before the confirmation. */
export async function findLoan(reader: Reader, order: OfOrder): Promise<Loan | undefined> {
  const [row] = await reader.lookUp(`${SELECT} AND l.order_id = $2`, [order.storeId, order.id])
  return row && loanOf(row.loan, row.instalments ?? [])
}

/** Those of many orders. */
export async function listLoans(
  reader: Reader,
  { storeId, orderIds }: { storeId: string; orderIds: readonly string[] },
): Promise<Loan[]> {
  const rows = await reader.query(`${SELECT} AND l.order_id = ANY($2::text[])`, [storeId, orderIds])
  return rows.map((row) => loanOf(row.loan, row.instalments ?? []))
}

/** What a payment settled, oldest first. */
export async function listAllocations(
  reader: Reader,
  order: OfOrder,
  paymentId: string,
): Promise<Allocation[]> {
  const rows = await reader.query(
    `SELECT source, source_id, number, component, amount FROM allocations
     WHERE store_id = $1 AND order_id = $2 AND source = 'payment' AND source_id = $3
     ORDER BY event_sequence, position`,
    [order.storeId, order.id, paymentId],
  )
  return rows.map((row: Row) => ({
    source: row.source,
    sourceId: row.source_id,
    number: row.number,
    component: row.component === 'late_charge' ? 'lateCharge' : row.component,
    amount: cents(row.amount),
  }))
}

/** What lowered the debt, and when. */
export async function listReductions(reader: Reader, order: OfOrder): Promise<Dated[]> {
  const rows = await reader.query(
    `SELECT r.amount, e.created_at FROM reductions r JOIN events e
       ON (e.store_id, e.order_id, e.sequence) = (r.store_id, r.order_id, r.event_sequence)
     WHERE r.store_id = $1 AND r.order_id = $2 ORDER BY r.event_sequence, r.position`,
    [order.storeId, order.id],
  )
  return rows.map((row: Row) => ({ amount: cents(row.amount), createdAt: row.created_at }))
}

/** What settled late charges, and when. */
export async function listLateSettled(reader: Reader, order: OfOrder): Promise<LateSettled[]> {
  const rows = await reader.query(
    `SELECT a.source, a.source_id, a.amount, e.created_at FROM allocations a JOIN events e
       ON (e.store_id, e.order_id, e.sequence) = (a.store_id, a.order_id, a.event_sequence)
     WHERE a.store_id = $1 AND a.order_id = $2 AND a.component = 'late_charge'
     ORDER BY a.event_sequence, a.position`,
    [order.storeId, order.id],
  )
  return rows.map((row: Row) => {
    const { source, source_id: sourceId, created_at: createdAt } = row
    return { source, sourceId, amount: cents(row.amount), createdAt }
  })
}

export type LoanChange = {
  /** Undefined: the loan is new. */
  readonly before: Loan | undefined
  readonly after: Loan
}

/** The loan's row and those of its instalments that are new or changed. */
export function loanRows({ before, after }: LoanChange): RowSet[] {
  const loan =
    before === undefined
      ? { table: 'loans', rows: [loanColumns(after)] }
      : {
          table: 'loans',
          where: { store_id: after.storeId, order_id: after.orderId },
          set: changedColumns(loanColumns(before), loanColumns(after)),
        }
  const known = new Map(before?.instalments.map((each) => [each.number, each]))
  const rows = after.instalments.filter((each) => known.get(each.number) !== each)
  const made = rows.filter(({ number }) => !known.has(number))
  const changed = rows.filter(({ number }) => known.has(number))
  return [
    loan,
    { table: 'instalments', rows: made.map((each) => instalmentColumns(after, each)) },
    {
      table: 'instalments',
      by: ['store_id', 'order_id', 'number'],
      changes: changed.map((each) => instalmentColumns(after, each)),
    },
  ]
}

/** `tried_on` is always named: an update of nothing is none. */
function changedColumns(before: Row, after: Row): Row {
  const changed = Object.entries(after).filter(
    ([column, value]) => column === 'receivable' || String(before[column]) !== String(value),
  )
  return Object.fromEntries(changed)
}

type Numbered = Loan & { readonly eventSequence: number }

export function allocationRows(
  of: Pick<Numbered, 'storeId' | 'orderId' | 'eventSequence'>,
  allocations: readonly Allocation[],
): RowSet {
  const rows = allocations.map((each, index) => ({
    ...stepKey(of, index),
    source: each.source,
    source_id: each.sourceId,
    number: each.number,
    component: each.component === 'lateCharge' ? 'late_charge' : each.component,
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
    source_id: sourceId,
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
  const key = { store_id: storeId, order_id: orderId }
  return { ...key, event_sequence: eventSequence, position: index + 1 }
}
