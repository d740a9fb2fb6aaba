/** Time passes: instalments fall due and become late, interest and late fees are booked. */
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
 * The instalments that fall due by a day, in order. Amounts due with the confirmation are due from
 * the beginning; nothing else falls due before the loan runs.
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

/** As part of another operation. Its interest is the projected interest. */
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
 * If no capital is left, the interest of the days so far falls due immediately, with the instalment
 * of the current period.
 */
export function interestAtOnce(draft: Draft): void {
  if (openCapital(draft.loan) > ZERO) return
  endPeriod(draft)
}

/**
 * Ends the current period today with the interest accrued in it; its capital × days are stored in
 * case a chargeback resumes it.
 */
function endPeriod(draft: Draft): void {
  const present = presentInstalment(draft.loan)
  const interest = accruedInterest(draft.loan)
  if (present === undefined || interest === ZERO) return
  changeInstalment(draft, present.number, { interest, due: true, dueOn: draft.today })
  oweInterest(draft, interest)
}

/**
 * An instalment that was not paid on time is late; its fee is owed in addition, once in its
 * lifetime. A cancelled order costs nothing, even if a chargeback opened something again.
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
