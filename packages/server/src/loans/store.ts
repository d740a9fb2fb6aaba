import { cents, rate } from '@svc/api'
import type { Day } from '../calendar.ts'
import type { Reader, Row, RowSet } from '../database/database.ts'
import type { DueOrder } from '../orders/store.ts'
import type { Dated, LateSettled } from './apr-of-loan.ts'
import { nextDueAt } from './due-times.ts'
import type { Allocation, Instalment, Loan } from './loan.ts'
import type { Reduction } from './reduce.ts'

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

/** Confirmed orders that have no loan, from before there were any. */
export async function listWithoutLoan(
  reader: Reader,
  _now: Date,
  limit: number,
): Promise<DueOrder[]> {
  const rows = await reader.query(
    `SELECT o.store_id, o.id, o.sandbox FROM orders o
     WHERE o.state = 'confirmed' AND NOT EXISTS (
       SELECT 1 FROM loans l WHERE l.store_id = o.store_id AND l.order_id = o.id) LIMIT $1`,
    [limit],
  )
  return rows.map((row) => ({ storeId: row.store_id, id: row.id, sandbox: row.sandbox }))
}

/** Those of many orders. */
export async function listLoans(
  reader: Reader,
  { storeId, orderIds }: { storeId: string; orderIds: readonly string[] },
): Promise<Loan[]> {
  const rows = await reader.query(`${SELECT} AND l.order_id = ANY($2::text[])`, [storeId, orderIds])
  return rows.map((row) => loanOf(row.loan, row.instalments ?? []))
}

/** The time zone of an order's store. */
export async function findTimeZone(
  reader: Reader,
  { storeId }: Pick<OfOrder, 'storeId'>,
): Promise<string> {
  const [row] = await reader.query('SELECT time_zone FROM stores WHERE id = $1', [storeId])
  return row?.time_zone
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

function loanColumns(loan: Loan): Row {
  return {
    store_id: loan.storeId,
    order_id: loan.orderId,
    sandbox: loan.sandbox,
    product: loan.product,
    nominal_rate: loan.nominalRate,
    term_days: loan.termDays,
    time_zone: loan.timeZone,
    spread: loan.spread,
    opening_fee: loan.openingFee,
    late_charge: loan.lateCharge,
    retry_days: loan.retryDays,
    late_after_days: loan.lateAfterDays,
    write_off_after_days: loan.writeOffAfterDays,
    confirmed_on: loan.confirmedOn,
    event_on: loan.eventOn,
    starts_on: loan.startsOn,
    accrued: loan.accrued,
    accrued_until: loan.accruedUntil,
    fee_base: loan.feeBase,
    receivable: loan.receivable,
    buyer_credit: loan.buyerCredit,
    written_off: loan.writtenOff,
    interest_income: loan.interestIncome,
    fee_income: loan.feeIncome,
    late_income: loan.lateIncome,
    paid_amount: loan.paidAmount,
    charged_back_amount: loan.chargedBackAmount,
    returned_amount: loan.returnedAmount,
    credit_since: loan.creditSince,
    cancelled_on: loan.cancelledOn,
    withdrawn_on: loan.withdrawnOn,
    written_off_on: loan.writtenOffOn,
    tried_on: loan.triedOn,
    collecting: loan.collecting,
    due_at: nextDueAt(loan),
  }
}

function instalmentColumns(loan: Loan, each: Instalment): Row {
  return {
    store_id: loan.storeId,
    order_id: loan.orderId,
    number: each.number,
    kind: each.kind,
    due_on: each.dueOn,
    due: each.due,
    capital: each.capital,
    interest: each.interest,
    fee: each.fee,
    late_charge: each.lateCharge,
    settled_capital: each.settled.capital,
    settled_interest: each.settled.interest,
    settled_fee: each.settled.fee,
    settled_late_charge: each.settled.lateCharge,
    late_on: each.lateOn,
    dropped: each.dropped,
    paid_on: each.paidOn,
  }
}

/** Both rows as JSON: dates are texts in it. */
export function loanOf(row: Row, instalments: readonly Row[]): Loan {
  return {
    storeId: row.store_id,
    orderId: row.order_id,
    sandbox: row.sandbox,
    product: row.product,
    nominalRate: rate(row.nominal_rate),
    termDays: row.term_days,
    timeZone: row.time_zone,
    spread: row.spread,
    openingFee: cents(row.opening_fee),
    lateCharge: cents(row.late_charge),
    retryDays: row.retry_days,
    lateAfterDays: row.late_after_days,
    writeOffAfterDays: row.write_off_after_days,
    confirmedOn: row.confirmed_on,
    eventOn: row.event_on,
    startsOn: row.starts_on,
    instalments: instalments.map(instalmentOf),
    accrued: row.accrued,
    accruedUntil: row.accrued_until,
    feeBase: cents(row.fee_base),
    receivable: cents(row.receivable),
    buyerCredit: cents(row.buyer_credit),
    writtenOff: cents(row.written_off),
    interestIncome: cents(row.interest_income),
    feeIncome: cents(row.fee_income),
    lateIncome: cents(row.late_income),
    paidAmount: cents(row.paid_amount),
    chargedBackAmount: cents(row.charged_back_amount),
    returnedAmount: cents(row.returned_amount),
    creditSince: row.credit_since,
    cancelledOn: row.cancelled_on,
    withdrawnOn: row.withdrawn_on,
    writtenOffOn: row.written_off_on,
    triedOn: row.tried_on,
    collecting: row.collecting,
  }
}

function instalmentOf(row: Row): Instalment {
  const day = (value: string | null) => value as Day | null
  return {
    number: row.number,
    kind: row.kind,
    dueOn: row.due_on,
    due: row.due,
    capital: cents(row.capital),
    interest: cents(row.interest),
    fee: cents(row.fee),
    lateCharge: cents(row.late_charge),
    settled: {
      capital: cents(row.settled_capital),
      interest: cents(row.settled_interest),
      fee: cents(row.settled_fee),
      lateCharge: cents(row.settled_late_charge),
    },
    lateOn: day(row.late_on),
    dropped: row.dropped,
    paidOn: day(row.paid_on),
  }
}
