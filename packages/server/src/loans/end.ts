/** How a loan ends otherwise than by being paid, and how what was settled opens again. */
import { add, type Cents, min, subtract, ZERO } from '@svc/api'
import { addDays, type Day, daysBetween } from '../calendar.ts'
import {
  appendInstalment,
  change,
  changeInstalment,
  type Draft,
  draftOf,
  finish,
  type LoanStep,
  lowerReceivable,
  post,
  settleInOrder,
} from './draft.ts'
import { accruedInterest } from './interest.ts'
import {
  type Allocation,
  type Component,
  capitalNotDue,
  components,
  type Instalment,
  type Loan,
  openParts,
} from './loan.ts'
import { NOTHING } from './open.ts'
import { takeBack } from './reduce.ts'

/** Directive 2023/2225, article 26. */
export const WITHDRAWAL_DAYS = 14
/** Directive 2023/2225, article 26: what was lent is paid back within thirty days. */
const REPAY_DAYS = 30

/** The last day on which the buyer may withdraw. */
export const withdrawableUntil = ({ confirmedOn }: Loan): Day =>
  addDays(confirmedOn, WITHDRAWAL_DAYS)

export const mayWithdraw = (loan: Loan, today: Day): boolean =>
  loan.withdrawnOn === null &&
  loan.writtenOffOn === null &&
  daysBetween(loan.confirmedOn, today) <= WITHDRAWAL_DAYS

/**
 * The buyer withdraws: the interest of the days so far falls due, all fees come back, those still
 * open too, and the capital is due as one sum. Nothing changes for the store.
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
    const fresh = { settled: NOTHING, lateOn: null, dropped: false, paidOn: null, lateCharge: ZERO }
    const one = { kind: 'withdrawal', due: true, dueOn: addDays(today, REPAY_DAYS) } as const
    appendInstalment(draft, { ...fresh, ...one, capital, interest, fee })
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

/** What is not expected any more: everything open is a loss. */
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

export type ChargeBack = {
  readonly id: string
  readonly amount: Cents
  /** What the payment that is taken back had settled, oldest first. */
  readonly settledBefore: readonly Allocation[]
}

/**
 * The payer's bank takes a payment back: credit goes first, then what that payment had settled
 * opens again, the latest first. No charge is made any more without the buyer.
 */
export function chargeBackLoan(loan: Loan, back: ChargeBack, today: Day): LoanStep {
  const draft = draftOf(loan, today)
  const fromCredit = min(back.amount, draft.loan.buyerCredit)
  post(draft, 'buyer_credit', 'cash', fromCredit)
  const reopened = subtract(back.amount, fromCredit)
  post(draft, 'buyer_receivable', 'cash', reopened)
  change(draft, {
    buyerCredit: subtract(draft.loan.buyerCredit, fromCredit),
    receivable: add(draft.loan.receivable, reopened),
    chargedBackAmount: add(draft.loan.chargedBackAmount, back.amount),
    collecting: false,
  })
  let rest = reopened
  for (const each of [...back.settledBefore].reverse()) {
    rest = subtract(rest, reopen(draft, each, min(rest, each.amount), back.id))
  }
  if (rest > ZERO) {
    const one = { ...NOTHING, settled: NOTHING, lateOn: null, dropped: false, paidOn: null }
    appendInstalment(draft, { ...one, kind: 'charge_back', capital: rest, due: true, dueOn: today })
  }
  return finish(draft, loan)
}

function reopen(draft: Draft, { number, component }: Allocation, amount: Cents, id: string): Cents {
  const instalment = draft.loan.instalments.find((each) => each.number === number)
  if (instalment === undefined || amount <= ZERO) return ZERO
  const taken = min(amount, instalment.settled[component])
  if (taken <= ZERO) return ZERO
  const settled = {
    ...instalment.settled,
    [component]: subtract(instalment.settled[component], taken),
  }
  changeInstalment(draft, number, { settled })
  const less = subtract(ZERO, taken)
  draft.allocations.push({
    source: 'charge_back',
    sourceId: id,
    number,
    component,
    amount: less,
  })
  return taken
}

/** Credit is given back to the buyer. */
export function returnCredit(loan: Loan, amount: Cents, today: Day): LoanStep {
  const draft = draftOf(loan, today)
  post(draft, 'buyer_credit', 'cash', amount)
  change(draft, {
    buyerCredit: subtract(loan.buyerCredit, amount),
    returnedAmount: add(loan.returnedAmount, amount),
  })
  return finish(draft, loan)
}

/** A return did not arrive: it is the buyer's credit again. */
export function creditComesBack(loan: Loan, amount: Cents, today: Day): LoanStep {
  const draft = draftOf(loan, today)
  post(draft, 'cash', 'buyer_credit', amount)
  change(draft, {
    buyerCredit: add(loan.buyerCredit, amount),
    returnedAmount: subtract(loan.returnedAmount, amount),
  })
  return finish(draft, loan)
}
