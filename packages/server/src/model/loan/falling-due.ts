/** Time passes: instalments fall due and become late, interest and late charges are booked. */
import { add, type Cents, ZERO } from '@svc/api'
import type { Day } from '../../platform/time/calendar.ts'
import {
  change,
  changeInstalment,
  type Draft,
  draftOf,
  finish,
  type LoanStep,
  post,
  setOffCredit,
} from './draft.ts'
import { accruedInterest, presentInstalment, project } from './interest.ts'
import { type Instalment, type Loan, openCapital } from './loan.ts'

/**
 * The instalments that have to fall due by a day, in order. What is taken at confirmation is due
 * from the beginning; nothing else falls due before the loan runs.
 */
export function fallingDue(loan: Loan, today: Day): Instalment[] {
  if (loan.startsOn === null) return []
  return loan.instalments.filter(({ due, dueOn }) => !due && dueOn <= today)
}

/** One instalment falls due on its day, which is not later than today. */
export function fallDue(loan: Loan, { number, dueOn }: Instalment): LoanStep {
  const draft = draftOf(loan, dueOn)
  fallDueDraft(draft, number)
  return finish(draft, loan)
}

/** Within another operation. Its interest is what has been projected for it. */
export function fallDueDraft(draft: Draft, number: number): void {
  change(draft, project(draft.loan))
  const { interest, dueOn, kind } = changeInstalment(draft, number, { due: true })
  if (kind === 'instalment' && draft.loan.startsOn !== null) {
    change(draft, { accrued: 0, accruedUntil: dueOn })
  }
  oweInterest(draft, interest)
}

function oweInterest(draft: Draft, interest: Cents): void {
  post(draft, 'buyer_receivable', 'interest_income', interest)
  change(draft, {
    receivable: add(draft.loan.receivable, interest),
    interestIncome: add(draft.loan.interestIncome, interest),
  })
  setOffCredit(draft)
}

/**
 * Where no capital is left, the interest of the days so far falls due at once, with the instalment
 * whose period is running.
 */
export function interestAtOnce(draft: Draft): void {
  if (openCapital(draft.loan) > ZERO) return
  endPeriod(draft)
}

/**
 * Ends the running period today with what has run up in it; its capital × days are kept, should a
 * chargeback resume it.
 */
function endPeriod(draft: Draft): void {
  const present = presentInstalment(draft.loan)
  const interest = accruedInterest(draft.loan)
  if (present === undefined || interest === ZERO) return
  changeInstalment(draft, present.number, { interest, due: true, dueOn: draft.today })
  oweInterest(draft, interest)
}

/**
 * An instalment that was not paid in time is late; its charge is owed beside all else, once in its
 * life. A cancelled order, of which a charge-back opened something again, costs nothing all the
 * same.
 */
export function becomeLate(loan: Loan, number: number, today: Day): LoanStep {
  const draft = draftOf(loan, today)
  const before = loan.instalments.find((each) => each.number === number)?.lateCharge ?? ZERO
  const costs = loan.cancelledOn === null && before === ZERO
  const lateCharge = costs ? loan.lateCharge : ZERO
  changeInstalment(draft, number, { lateOn: today, lateCharge: add(before, lateCharge) })
  post(draft, 'buyer_receivable', 'late_income', lateCharge)
  change(draft, {
    receivable: add(draft.loan.receivable, lateCharge),
    lateIncome: add(draft.loan.lateIncome, lateCharge),
  })
  return finish(draft, loan)
}
