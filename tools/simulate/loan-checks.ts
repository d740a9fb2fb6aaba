/** Checks a buyer's debt by the rows of their loan: against the model, and against each other. */

import type { AnyRow } from '../../test/fixtures/any-row.ts'
import { dayText, lastDayToWithdraw } from './model/calendar.ts'
import { nextDue } from './model/collecting.ts'
import type { ModelLoan } from './model/loan.ts'
import { type Item, openItem, openPart, owed } from './model/loan.ts'
import { balanced } from './model/loan-moves.ts'
import { capturedOf, type ModelOrder } from './model/order.ts'
import type { Rows } from './rows.ts'
import { hold } from './world.ts'

const total = (rows: readonly AnyRow[], column: string): number =>
  rows.reduce((all, row) => all + row[column], 0)
const textOf = (day: number | undefined): string | null => (day === undefined ? null : dayText(day))
const components = ['capital', 'interest', 'fee', 'late_charge'] as const

export function checkLoan(rows: Rows, order: ModelOrder, of: string): void {
  const [row] = rows.loans
  const { loan } = order
  hold('A4', row !== undefined, loan !== undefined, `whether there is a loan of ${of}`)
  if (row === undefined || loan === undefined) return
  const due = nextDue(loan)
  hold('A4', row.due_at, due === undefined ? null : new Date(due), `the next due payment of ${of}`)
  checkPayments(rows, order, of)
  const instalments = [...rows.instalments].sort((a, b) => a.number - b.number)
  checkModel(row, instalments, loan, of)
  checkDebt(row, instalments, rows, of)
  checkSources(rows, instalments, of)
  checkCancelled(row, order, loan, of)
  const pieces = [...rows.capture_refunds].sort(
    (a, b) => sequenceOf(rows, a) - sequenceOf(rows, b) || a.position - b.position,
  )
  const credits = pieces.map((piece) => piece.credit_to_customer)
  hold('A8', credits, order.credits, `what the refunds of ${of} gave the buyer`)
}

const sequenceOf = ({ refunds }: Rows, piece: AnyRow): number =>
  refunds.find(({ id }) => id === piece.refund_id)?.sequence ?? 0

/** The requests to the bank and their results; received money came as payments. */
function checkPayments({ payments }: Rows, order: ModelOrder, of: string): void {
  const moved = payments.filter(({ kind }) => kind !== 'authorisation')
  const actual = moved.map(({ id, kind, amount, state }) => [id, kind, amount, state]).sort()
  const known = [...order.payments].map(([id, each]) => [id, each.kind, each.amount, each.state])
  hold('A4', actual, known.sort(), `the payments of ${of}`)
}

/** Every column that the model has as well. */
function checkModel(
  row: AnyRow,
  instalments: readonly AnyRow[],
  loan: ModelLoan,
  of: string,
): void {
  hold('A7', instalments.map(columnsOf), loan.items.map(itemColumns), `the instalments of ${of}`)
  const actual = [
    ...[row.receivable, row.buyer_credit, row.written_off, row.fee_base],
    ...[row.interest_income, row.fee_income, row.late_income],
    ...[row.paid_amount, row.charged_back_amount, row.returned_amount],
    ...[row.confirmed_on, row.starts_on, row.credit_since, row.cancelled_on, row.withdrawn_on],
    ...[row.written_off_on, row.tried_on, row.booked_on, row.collecting],
    row.withdrawable_until,
  ]
  const wanted = [
    ...[owed(loan), loan.credit, loan.writtenOff, loan.feeBase],
    ...[loan.interestIncome, loan.feeIncome, loan.lateIncome],
    ...[loan.paid, loan.chargedBack, loan.returned],
    ...[loan.confirmedOn, loan.startsOn, loan.creditSince, loan.cancelledOn].map(textOf),
    ...[loan.withdrawnOn, loan.writtenOffOn, loan.triedOn, loan.lastOn].map(textOf),
    loan.collecting,
    textOf(lastDayToWithdraw(loan.confirmedOn)),
  ]
  hold('A4', actual, wanted, `the loan of ${of}`)
}

const columnsOf = (row: AnyRow) => [
  ...[row.number, row.kind, row.due_on, row.due, row.reopened_on],
  ...[row.late_on, row.paid_on, row.dropped],
  ...components.map((component) => [row[component], row[`settled_${component}`]]),
]
const itemColumns = ({ settled, ...item }: Item) => [
  ...[item.number, item.kind, dayText(item.dueOn), item.due],
  ...[item.reopenedOn, item.lateOn, item.paidOn].map(textOf),
  item.dropped,
  ...(['capital', 'interest', 'fee', 'late'] as const).map((part) => [item[part], settled[part]]),
]

/** The receivable equals open capital and due amounts of the rest, by the rows alone. */
function checkDebt(row: AnyRow, instalments: readonly AnyRow[], rows: Rows, of: string): void {
  let owes = 0
  let asks = 0
  for (const each of instalments) {
    for (const component of components) {
      const [requested, settled] = [each[component], each[`settled_${component}`]]
      hold(
        'A7',
        requested >= settled && settled >= 0,
        true,
        `${component} of an instalment of ${of}`,
      )
      asks += requested - settled
      if (each.due || component !== 'interest') owes += requested - settled
    }
  }
  hold('A7', row.receivable, owes, `the receivable of ${of}`)
  const notDue = instalments.filter(({ due }) => !due)
  const coming = total(notDue, 'interest') - total(notDue, 'settled_interest')
  hold('A7', asks, row.receivable + coming, `the open instalments of ${of}`)
  const posted = rows.ledger_postings.reduce((all, { debit, credit, amount }) => {
    const side = debit === 'buyer_receivable' ? 1 : credit === 'buyer_receivable' ? -1 : 0
    return all + side * amount
  }, 0)
  hold('A7', posted, row.receivable, `what the ledger says that is owed on ${of}`)
}

/** Every settled amount has an allocation, and each reduction is accounted for to the cent. */
function checkSources(rows: Rows, instalments: readonly AnyRow[], of: string): void {
  for (const each of instalments) {
    const own = rows.allocations.filter(({ number }) => number === each.number)
    for (const component of components) {
      const all = total(
        own.filter((allocation) => allocation.component === component),
        'amount',
      )
      hold('A7', each[`settled_${component}`], all, `what settled ${component} of ${of}`)
    }
  }
  for (const { amount, lowered, settled, credit, recovered } of rows.reductions) {
    hold('A8', amount, lowered + settled + credit + recovered, `a reduction of ${of}`)
  }
  for (const { id, amount, credit_to_customer: credit } of rows.refunds) {
    const own = rows.reductions.filter(({ source_id: source }) => source === id)
    if (own.length === 0) continue
    const pieces = total(own, 'amount')
    hold('A8', pieces <= amount, true, `whether a refund of ${of} lowers the debt by no more`)
    hold('A8', credit, total(own, 'credit'), `what a refund of ${of} gave the buyer`)
  }
}

/** A cancelled order has cost the buyer nothing, whatever they paid, and whatever followed. */
function checkCancelled(row: AnyRow, order: ModelOrder, loan: ModelLoan, of: string): void {
  const open = loan.items.reduce((all, item) => all + openItem(item), 0n)
  const notDue = loan.items.reduce(
    (all, item) => all + (item.due ? 0n : openPart(item, 'interest')),
    0n,
  )
  hold('A7', open - notDue, row.receivable, `what the instalments of ${of} ask for`)
  const financed =
    order.agreed?.product === 'pay_later'
      ? capturedOf(order) - order.captures.reduce((all, { refunded }) => all + refunded, 0n)
      : order.total -
        order.voided -
        order.refundedUncaptured -
        order.captures.reduce((all, { refunded }) => all + refunded, 0n)
  hold('A7', balanced(loan, financed), true, `whether what ${of} costs comes from somewhere`)
  if (order.state !== 'cancelled') return
  const stored = row.paid_amount - row.charged_back_amount
  const given = row.buyer_credit + row.returned_amount - row.receivable - row.written_off
  hold('A5', stored, given, `what the buyer has of the cancelled ${of}`)
}
