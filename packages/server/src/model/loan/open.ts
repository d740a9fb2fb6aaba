/** The start of a loan: the confirmation, the first capture, every capture of pay_later. */
import { add, type Cents, ZERO } from '@svc/api'
import { type Day, laterOf } from '../../platform/time/calendar.ts'
import { dueDate } from '../financing/due-dates.ts'
import {
  appendInstalment,
  change,
  changeInstalment,
  type Draft,
  draftOf,
  finish,
  type LoanStep,
  post,
  setOffCredit,
} from './draft.ts'
import { fallDueDraft } from './falling-due.ts'
import type { Instalment, Loan, LoanTerms, Parts } from './loan.ts'
import { lastDayToWithdraw } from './withdrawal.ts'

export const NOTHING: Parts = { capital: ZERO, interest: ZERO, fee: ZERO, lateCharge: ZERO }

/** The data with which the confirmation of an order opens its loan. */
export type Opening = LoanTerms & {
  readonly storeId: string
  readonly orderId: string
  readonly sandbox: boolean
  /** The agreement is concluded then. */
  readonly confirmedOn: Day
  /** The day on which the documents were received, if it differs. */
  readonly receivedOn?: Day
  /** As signed: number 0 is a down payment; none for pay_later, which owes by capture. */
  readonly plan: readonly { number: number; capital: Cents; interest: Cents }[]
}

const fresh = {
  due: false,
  settled: NOTHING,
  reopenedOn: null,
  lateOn: null,
  dropped: false,
  paidOn: null,
  lateCharge: ZERO,
}

/**
 * The loan of a confirmed order. Amounts due with the confirmation (a down payment, the first part
 * of pay_in_4) fall due immediately, and so does the opening fee; for pay_later nothing is owed
 * yet.
 */
export function openLoan({ plan, receivedOn, ...opening }: Opening): LoanStep {
  const { product, termDays, confirmedOn, eventOn } = opening
  const conclusion = { concludedOn: confirmedOn, receivedOn: receivedOn ?? confirmedOn }
  const later = product === 'pay_later'
  const dates = { product, termDays, on: confirmedOn, eventDate: eventOn }
  const instalments = plan.map((each): Instalment => {
    const kind = each.number === 0 ? 'downpayment' : 'instalment'
    const { number, capital, interest } = each
    const dueOn = dueDate(dates, number)
    return { ...fresh, ...NOTHING, number, kind, capital, interest, dueOn }
  })
  const empty: Loan = {
    ...opening,
    withdrawableUntil: lastDayToWithdraw(conclusion),
    bookedOn: confirmedOn,
    startsOn: null,
    instalments: later ? [] : instalments,
    accrued: 0,
    accruedUntil: null,
    feeBase: opening.openingFee,
    receivable: later ? ZERO : add(ZERO, ...plan.map(({ capital }) => capital)),
    buyerCredit: ZERO,
    writtenOff: ZERO,
    interestIncome: ZERO,
    feeIncome: ZERO,
    lateIncome: ZERO,
    paidAmount: ZERO,
    chargedBackAmount: ZERO,
    returnedAmount: ZERO,
    creditSince: null,
    cancelledOn: null,
    withdrawnOn: null,
    writtenOffOn: null,
    triedOn: null,
    collecting: true,
  }
  const draft = draftOf(empty, opening.confirmedOn)
  const first = draft.loan.instalments[0]
  if (first !== undefined) oweFee(draft, first.number)
  const atOnce = draft.loan.instalments.filter(
    ({ kind, number }) =>
      kind === 'downpayment' || (opening.product === 'pay_in_4' && number === 1),
  )
  for (const { number } of atOnce) fallDueDraft(draft, number)
  return finish(draft, empty)
}

/** The opening fee falls due, and is collected with an instalment. */
function oweFee(draft: Draft, number: number): void {
  const fee = draft.loan.openingFee
  changeInstalment(draft, number, { fee })
  post(draft, 'buyer_receivable', 'buyer_fee_income', fee)
  change(draft, {
    receivable: add(draft.loan.receivable, fee),
    feeIncome: add(draft.loan.feeIncome, fee),
  })
}

/**
 * The effect of a capture on the loan: the first one starts it, and each one of pay_later adds its
 * debt. `amount` is the capture's; its own postings are not included.
 */
export function captureLoan(loan: Loan, amount: Cents, today: Day): LoanStep {
  const draft = draftOf(loan, today)
  if (loan.startsOn === null) start(draft)
  if (loan.product === 'pay_later') {
    const made = appendInstalment(draft, {
      ...fresh,
      ...NOTHING,
      kind: 'capture',
      capital: amount,
      dueOn: dueDate({ ...loan, on: today }, 1),
    })
    change(draft, { receivable: add(draft.loan.receivable, amount) })
    if (loan.startsOn === null) oweFee(draft, made.number)
    setOffCredit(draft)
  }
  return finish(draft, loan)
}

/** The first capture moves all later due dates. */
function start(draft: Draft): void {
  const { loan, today } = draft
  // A clock may have gone back since the confirmation.
  const from = laterOf(today, loan.confirmedOn)
  const startsOn = loan.product === 'instalments' ? laterOf(from, loan.eventOn ?? from) : from
  for (const { number, due, kind } of loan.instalments) {
    if (due || kind !== 'instalment') continue
    changeInstalment(draft, number, { dueOn: dueDate({ ...loan, on: startsOn }, number) })
  }
  change(draft, { startsOn, accruedUntil: startsOn })
}
