/**
 * The buyer pays. The order of allocation (decision 0035): due amounts, the oldest instalment
 * first, for each its interest, fee and capital; then late fees; then capital that is not due yet,
 * which is an early repayment; the rest is their credit.
 */
import { add, type Cents, max, min, multiplyRatio, subtract, ZERO } from '@svc/api'
import { type Day, daysBetween, laterOf } from '../../platform/time/calendar.ts'
import {
  change,
  credit,
  type Draft,
  draftOf,
  dueParts,
  finish,
  type LoanStep,
  lowerReceivable,
  type Source,
  settleInOrder,
} from './draft.ts'
import { interestAtOnce } from './falling-due.ts'
import { accruedInterest } from './interest.ts'
import { capitalNotDue, type Loan, owed, type Spread } from './loan.ts'
import { settleEarly, takeBack } from './reduce.ts'

type Payment = {
  readonly id: string
  readonly amount: Cents
  /** The instalments that an early payment reduces. */
  readonly spread: Spread
  /** Its part of the opening fee was returned already: as of the day of receipt. */
  readonly feeIsBack?: boolean
}

export function payLoan(loan: Loan, payment: Payment, today: Day): LoanStep {
  const draft = draftOf(loan, today)
  change(draft, { paidAmount: add(loan.paidAmount, payment.amount) })
  const source: Source = { source: 'payment', sourceId: payment.id }
  let rest = payment.amount
  const settled = (amount: Cents) => {
    rest = subtract(rest, amount)
    lowerReceivable(draft, 'cash', amount)
  }
  const feeComesBack = payment.feeIsBack !== true
  const whole = payment.amount >= payOffAmount(loan, today)
  if (whole && feeComesBack) giveFeeBack(draft, capitalNotDue(draft.loan), payment.id)
  settled(settleInOrder(draft, rest, dueParts, source))
  settled(settleInOrder(draft, rest, () => ['lateCharge'], source))
  const early = min(rest, capitalNotDue(draft.loan))
  if (!whole && feeComesBack) giveFeeBack(draft, early, payment.id)
  settled(settleEarly(draft, rest, payment.spread, source))
  interestAtOnce(draft)
  settled(settleInOrder(draft, rest, dueParts, source))
  credit(draft, 'cash', rest)
  return finish(draft, loan)
}

/**
 * The amount that settles everything today: the debt and the interest so far, less the returned
 * fee.
 */
export function payOffAmount(loan: Loan, today: Day): Cents {
  const draft = draftOf(loan, today)
  const whole = add(owed(draft.loan), accruedInterest(draft.loan))
  const early = capitalNotDue(draft.loan) > ZERO
  return max(ZERO, subtract(whole, early ? unusedFee(draft.loan, today) : ZERO))
}

/** The part of the opening fee for the unused time, by days. */
function unusedFee(loan: Loan, today: Day): Cents {
  const from = loan.startsOn
  if (from === null) return loan.feeBase
  const end = loan.instalments
    .filter(({ due, kind }) => !due && kind !== 'charge_back')
    .reduce<Day>((last, { dueOn }) => laterOf(last, dueOn), from)
  const days = daysBetween(from, end)
  if (days <= 0) return ZERO
  const left = Math.max(0, Math.min(days, daysBetween(today, end)))
  return multiplyRatio(loan.feeBase, BigInt(left), BigInt(days))
}

/**
 * An early repayment reduces the cost (Directive 2023/2225, article 29): interest ends with the
 * capital, and the part of the opening fee for the unused time is returned, in proportion to the
 * repaid capital.
 */
function giveFeeBack(draft: Draft, repaid: Cents, sourceId: string): void {
  const { loan, today } = draft
  if (repaid === ZERO || loan.feeBase === ZERO) return
  const capital = BigInt(capitalNotDue(loan))
  const part = (of: Cents) => multiplyRatio(of, BigInt(repaid), capital)
  const back = min(part(unusedFee(loan, today)), loan.feeIncome)
  change(draft, {
    feeBase: subtract(loan.feeBase, part(loan.feeBase)),
    feeIncome: subtract(loan.feeIncome, back),
  })
  takeBack(draft, 'buyer_fee_income', back, sourceId)
}
