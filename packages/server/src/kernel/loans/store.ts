import { cents } from '@svc/api'
import type { Dated, LateSettled } from '../../model/loan/apr-of-loan.ts'
import type { Allocation, Loan } from '../../model/loan/loan.ts'
import type { Reduction } from '../../model/loan/reduce.ts'
import { changed, columns, select } from '../../platform/database/columns.ts'
import type { Reader, RowSet, Update } from '../../platform/database/database.ts'
import { instalmentRow, LOAN, loanOf, loanRow } from './columns.ts'

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
      ALLOCATION.only('source', 'sourceId', 'number', 'component', 'amount'),
      `FROM allocations a WHERE a.store_id = $1 AND a.order_id = $2 AND a.source = 'payment'
         AND a.source_id = $3 ORDER BY a.event_sequence, a.position`,
    ),
    [order.storeId, order.id, paymentId],
  )
  return rows.map((row) => ({
    ...row,
    component: row.component === 'late_charge' ? 'lateCharge' : row.component,
  }))
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
  /** Undefined: the loan is new. */
  readonly before: Loan | undefined
  readonly after: Loan
}

/** The loan's row and those of its instalments that are new or changed. */
export function loanRows({ before, after }: LoanChange): RowSet[] {
  const known = new Map(before?.instalments.map((each) => [each.number, each]))
  const rows = after.instalments.filter((each) => known.get(each.number) !== each)
  const made = rows.filter(({ number }) => !known.has(number))
  const others = rows.filter(({ number }) => known.has(number))
  return [
    before === undefined ? { table: 'loans', rows: [loanRow(after)] } : loanUpdate(before, after),
    { table: 'instalments', rows: made.map((each) => instalmentRow(after, each)) },
    {
      table: 'instalments',
      by: ['storeId', 'orderId', 'number'],
      changes: others.map((each) => instalmentRow(after, each)),
    },
  ]
}

/** `receivable` is always named: an update of nothing is none. */
function loanUpdate(before: Loan, after: Loan): Update {
  const { storeId, orderId, receivable } = after
  const { retryDays: _, ...set } = changed(loanRow(before), loanRow(after))
  return { table: 'loans', where: { storeId, orderId }, set: { receivable, ...set } }
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
