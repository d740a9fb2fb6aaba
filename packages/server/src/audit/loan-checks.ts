/**
 * The invariants of every loan, on its facts `f` (loan-facts.ts), all read by one statement and so
 * as of one point in time: the buyer's debt is that of the ledger, the instalments and the
 * payments.
 */
import { type Check, LOANS, sweep } from './check.ts'
import { LOAN_FACTS } from './loan-facts.ts'
import { isRestDay } from './rest-days.ts'

const ledger: readonly Check[] = [
  {
    invariant: 'A3',
    title: 'balances of the ledger = the loan’s amounts',
    broken: `(f.ledger_receivable, f.ledger_credit, f.ledger_loss, f.ledger_interest,
        f.ledger_fees, f.ledger_late) <> (f.receivable, f.buyer_credit, f.written_off,
        f.interest_income, f.fee_income, f.late_income)
      OR f.ledger_cash <> f.paid_amount - f.charged_back_amount - f.returned_amount`,
  },
  {
    invariant: 'A3',
    title: 'owed = open capital + interest, fees and late charges due and unpaid',
    broken: 'f.owed <> f.receivable',
  },
  {
    invariant: 'A3',
    title: 'open instalments = balance of buyer_receivable + interest not yet due',
    broken: 'f.open_amount <> f.ledger_receivable + f.interest_ahead',
  },
  {
    invariant: 'A3',
    title: 'all income booked = interest fallen due, fees and late charges of the instalments',
    broken: `(f.interest_ever - f.interest_unearned, f.fees_ever, f.late_ever)
      <> (f.interest_due, f.fees, f.late_charges)`,
  },
  {
    invariant: 'A1',
    title: 'an entry of a loan moves money between accounts of its kind, never the store’s',
    broken: 'f.strange_moves',
  },
]

const instalments: readonly Check[] = [
  {
    invariant: 'A7',
    title: 'the instalments of a loan are numbered without a gap, from 0 or 1',
    broken: 'f.numbered_otherwise',
  },
  {
    invariant: 'A7',
    title: 'capital of the instalments + what was taken off = what was financed',
    broken: `f.planned + f.lowered
      <> CASE f.product WHEN 'pay_later' THEN f.captured ELSE f.approved_amount END`,
  },
  {
    invariant: 'A7',
    title: 'interest not yet due is that of the capital open, none where none runs',
    broken: `f.misprojected OR f.product <> 'instalments' AND f.interest_all <> 0`,
  },
  { invariant: 'A7', title: 'no part of an instalment is negative', broken: 'f.negative' },
  {
    invariant: 'A7',
    title: 'an instalment is paid, or dropped at an end, when all of it is settled',
    broken: `f.paid_uneven
      OR f.dropped AND f.cancelled_on IS NULL AND f.written_off_on IS NULL`,
  },
  {
    invariant: 'A7',
    title: 'a paid instalment is as its event says, and never changes',
    broken: 'f.paid_otherwise',
  },
  {
    invariant: 'A7',
    title: 'what is settled of an instalment = what settled it',
    broken: 'f.settled_uneven',
  },
  {
    invariant: 'A7',
    title: 'a loan’s row has the overdue date and amount, and what its order says, or neither',
    broken: `f.overdue_counted IS NOT NULL OR f.overdue_amount IS NOT NULL
      AND (f.overdue_since, f.overdue_amount, f.ordered_at, f.currency) IS DISTINCT FROM
        (f.unpaid_since, f.unpaid, f.order_created_at, f.order_currency)`,
  },
]

const days: readonly Check[] = [
  {
    invariant: 'A4',
    title: 'late only so many days after it was due, or after a chargeback opened it again',
    broken: 'f.late_too_early',
  },
  {
    invariant: 'A4',
    title: 'no day of a loan lies after that of its last operation',
    broken: `greatest(f.confirmed_on, f.last_event_on, f.tried_on, f.credit_since, f.withdrawn_on,
      f.cancelled_on, f.written_off_on) > f.booked_on`,
  },
]

const withdrawals: readonly Check[] = [
  {
    invariant: 'A4',
    title: 'the last day to withdraw is 14 days after the confirmation, or the next working day',
    broken: `f.withdrawable_until < f.confirmed_on + 14 OR EXISTS (
      SELECT 1 FROM generate_series(0, f.withdrawable_until - f.confirmed_on - 15) ahead
        CROSS JOIN LATERAL (SELECT f.confirmed_on + 14 + ahead AS at) d
        WHERE NOT ${isRestDay('d.at')})
      OR ${isRestDay('f.withdrawable_until')}`,
  },
  {
    invariant: 'A4',
    title: 'nobody withdraws after the last day',
    broken: 'coalesce(f.withdrawn_on > f.withdrawable_until, false)',
  },
]

const reductions: readonly Check[] = [
  {
    invariant: 'A8',
    title: 'a refund = capital taken off + overdue settled + credit + loss made good',
    broken: 'f.reductions_uneven OR f.reduction_unsettled',
  },
  {
    invariant: 'A8',
    title: 'each refund, void and lowered total lowers the debt by its amount, nothing else does',
    broken: 'f.unfounded > 0 OR f.unreduced > 0',
  },
  {
    invariant: 'A8',
    title: 'what a refund credits to the buyer is that of its parts',
    broken: 'f.credit_uneven',
  },
  {
    invariant: 'A8',
    title: 'the ledger books of reductions what they took off, settled and credited',
    broken: `(f.debt_reduced, f.credit_given, f.loss_recovered)
      <> (f.lowered + f.settled, f.credited, f.recovered)`,
  },
]

const payments: readonly Check[] = [
  {
    invariant: 'A11',
    title: 'each payment moved its amount once if it stands, and money moves by payments only',
    broken: 'f.payments_uneven',
  },
  {
    invariant: 'A11',
    title: 'never two charges or returns are open at once',
    broken: 'f.open_twice',
  },
  {
    invariant: 'A3',
    title: 'a payment settles no more than it brought',
    broken: 'f.settled_too_much',
  },
  {
    invariant: 'A3',
    title: 'paid, and taken back, is what came and went with payments',
    broken: 'f.received <> f.paid_amount OR f.taken_back > f.charged_back_amount',
  },
]

const ends: readonly Check[] = [
  {
    invariant: 'A5',
    title: 'a cancelled order costs nothing: all that was paid is credit, given back or made good',
    broken: `(f.cancelled_on IS NOT NULL) <> (f.order_state = 'cancelled')
      OR f.cancelled_on IS NOT NULL AND (f.interest_income + f.fee_income + f.late_income <> 0
        OR f.buyer_credit + f.returned_amount - f.receivable - f.written_off
          <> f.paid_amount - f.charged_back_amount)`,
  },
  {
    invariant: 'A4',
    title: 'a loan runs from its first capture on',
    broken: '(f.starts_on IS NOT NULL) <> f.ever_captured',
  },
  {
    invariant: 'A4',
    title: 'a loan that waits for a day or owes credit is looked at in time',
    broken: `f.due_at IS NULL AND (f.buyer_credit > 0
        OR f.starts_on IS NOT NULL AND (f.next_due_on IS NOT NULL OR f.waiting))
      OR f.starts_on IS NOT NULL
        AND coalesce(f.due_at > (f.next_due_on + 2)::timestamp AT TIME ZONE 'UTC', false)`,
  },
  {
    invariant: 'A14',
    title: 'a loan has an order that was signed so, in its mode',
    broken: `f.same_orders <> 1 OR f.order_state NOT IN ('confirmed', 'cancelled')`,
  },
]

const events: readonly Check[] = [
  {
    invariant: 'A12',
    title: 'each entry of a loan has an event of its kind',
    broken: 'f.booked_otherwise',
  },
  {
    invariant: 'A12',
    title: 'the amounts in a loan’s events are those booked with them',
    broken: 'f.mistold',
  },
  {
    invariant: 'A12',
    title: 'a loan that is late, withdrawn or written off has its event, and no other loan has',
    broken: `f.late_without_event OR f.withdrawn_events <> (f.withdrawn_on IS NOT NULL)::int
      OR (f.written_off_events > 0) <> (f.written_off_on IS NOT NULL)`,
  },
]

export const loanSweep = sweep({
  table: 'loans',
  keys: ['store_id', 'order_id'],
  rows: LOANS,
  facts: LOAN_FACTS,
  checks: [
    ...ledger,
    ...instalments,
    ...days,
    ...withdrawals,
    ...reductions,
    ...payments,
    ...ends,
    ...events,
  ],
})
