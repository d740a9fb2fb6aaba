/** Ends of a loan without payment, and returns of credit. */
import { add, type Cents, subtract, ZERO } from '@svc/api'
import { addDays, type Day } from '../../platform/time/calendar.ts'
import {
  appendInstalment,
  change,
  changeInstalment,
  draftOf,
  finish,
  type LoanStep,
  lowerReceivable,
  post,
  settleInOrder,
} from './draft.ts'
import { accruedInterest } from './interest.ts'
import {
  type Component,
  capitalNotDue,
  components,
  type Instalment,
  type Loan,
  openParts,
} from './loan.ts'
import { NOTHING } from './open.ts'
import { takeBack } from './reduce.ts'

/** Directive 2023/2225, article 26: what was lent is paid back within thirty days. */
const REPAY_DAYS = 30

export const mayWithdraw = (loan: Loan, today: Day): boolean =>
  loan.withdrawnOn === null && loan.writtenOffOn === null && today <= loan.withdrawableUntil

/**
 * The buyer withdraws: the interest of the days so far falls due, all fees are returned, including
 * open ones, and the capital is due as one amount. Nothing changes for the store.
 */
export function withdrawLoan(loan: Loan, sourceId: string, today: Day): LoanStep {
  const draft = draftOf(loan, today)
  const capital = capitalNotDue(draft.loan)
  const interest = accruedInterest(draft.loan)
  let fee = ZERO
  for (const each of draft.loan.instalments) {
    if (each.due) continue
    fee = add(fee, openParts(each).fee)
    const { settled, number } = each
    changeInstalment(draft, number, { capital: settled.capital, interest: ZERO, fee: settled.fee })
  }
  change(draft, { withdrawnOn: today, accrued: 0, accruedUntil: null })
  if (capital > ZERO || interest > ZERO || fee > ZERO) {
    const fresh = { settled: NOTHING, reopenedOn: null, lateOn: null, dropped: false, paidOn: null }
    const one = { kind: 'withdrawal', due: true, dueOn: addDays(today, REPAY_DAYS) } as const
    appendInstalment(draft, { ...fresh, ...one, capital, interest, fee, lateCharge: ZERO })
  }
  post(draft, 'buyer_receivable', 'interest_income', interest)
  const { feeIncome } = loan
  change(draft, {
    receivable: add(draft.loan.receivable, interest),
    interestIncome: add(draft.loan.interestIncome, interest),
    feeIncome: ZERO,
    feeBase: ZERO,
  })
  takeBack(draft, 'buyer_fee_income', feeIncome, sourceId)
  return finish(draft, loan)
}

/** Payment is no longer expected: everything open is a loss. */
export function writeOffLoan(loan: Loan, sourceId: string, today: Day): LoanStep {
  const draft = draftOf(loan, today)
  draft.givesUp = true
  const amount = draft.loan.receivable
  lowerReceivable(draft, 'credit_loss', amount)
  settleInOrder(draft, amount, allOf, { source: 'write_off', sourceId })
  change(draft, {
    writtenOff: add(loan.writtenOff, amount),
    writtenOffOn: today,
    collecting: false,
    accrued: 0,
  })
  return finish(draft, loan)
}

const allOf = ({ due }: Instalment): readonly Component[] =>
  due ? components : (['fee', 'capital'] as const)

/** Credit is returned to the buyer. */
export function returnCredit(loan: Loan, amount: Cents, today: Day): LoanStep {
  const draft = draftOf(loan, today)
  post(draft, 'buyer_credit', 'cash', amount)
  change(draft, {
    buyerCredit: subtract(loan.buyerCredit, amount),
    returnedAmount: add(loan.returnedAmount, amount),
  })
  return finish(draft, loan)
}

/** A return failed: it becomes the buyer's credit again. */
export function creditComesBack(loan: Loan, amount: Cents, today: Day): LoanStep {
  const draft = draftOf(loan, today)
  post(draft, 'cash', 'buyer_credit', amount)
  change(draft, {
    buyerCredit: add(loan.buyerCredit, amount),
    returnedAmount: subtract(loan.returnedAmount, amount),
  })
  return finish(draft, loan)
}
