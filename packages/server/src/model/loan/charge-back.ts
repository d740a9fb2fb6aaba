/**
 * The payer's bank reverses a payment, and its allocations are opened again (decision 0056). They
 * are due again from the day of the chargeback; the due dates of the plan stay; a period that the
 * payment had ended is resumed, so that the capital bears interest for the days on which it was
 * lent, and for no others.
 */
import { add, type Cents, min, subtract, ZERO } from '@svc/api'
import type { Day } from '../../platform/time/calendar.ts'
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
} from './draft.ts'
import { bearsInterest } from './interest.ts'
import { type Allocation, type Instalment, type Loan, openAmountOf } from './loan.ts'
import { NOTHING } from './open.ts'

type ChargeBack = {
  readonly id: string
  readonly amount: Cents
  /** The allocations of the reversed payment, oldest first. */
  readonly settledBefore: readonly Allocation[]
}

/**
 * Credit is used first, then the allocations of the payment are opened again, the latest first.
 * From then on no charge is made without the buyer.
 */
export function chargeBackLoan(loan: Loan, back: ChargeBack, today: Day): LoanStep {
  const draft = draftOf(loan, today)
  const fromCredit = min(back.amount, draft.loan.buyerCredit)
  post(draft, 'buyer_credit', 'cash', fromCredit)
  const owedAgain = subtract(back.amount, fromCredit)
  post(draft, 'buyer_receivable', 'cash', owedAgain)
  change(draft, {
    buyerCredit: subtract(draft.loan.buyerCredit, fromCredit),
    receivable: add(draft.loan.receivable, owedAgain),
    chargedBackAmount: add(draft.loan.chargedBackAmount, back.amount),
    collecting: false,
  })
  let rest = owedAgain
  const reopened = new Set<number>()
  for (const each of [...back.settledBefore].reverse()) {
    const amount = reopen(draft, each, min(rest, each.amount), back.id)
    if (amount > ZERO) reopened.add(each.number)
    rest = subtract(rest, amount)
  }
  for (const before of loan.instalments) {
    if (before.due && reopened.has(before.number)) becomeDueAgain(draft, before)
  }
  if (rest > ZERO) {
    const fresh = { settled: NOTHING, reopenedOn: null, lateOn: null, dropped: false, paidOn: null }
    const one = { kind: 'charge_back', capital: rest, due: true, dueOn: today } as const
    appendInstalment(draft, { ...NOTHING, ...fresh, ...one })
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

/**
 * An instalment that was due and is open again. If it was only partly paid, the rest has been
 * overdue all along: the reopened part grants no new time to pay it.
 */
function becomeDueAgain(draft: Draft, before: Instalment): void {
  const { loan, today } = draft
  const planned = plannedDay(loan, before)
  if (openAmountOf(before) === ZERO) {
    const dueOn = planned ?? before.dueOn
    changeInstalment(draft, before.number, { dueOn, reopenedOn: today, lateOn: null })
  }
  if (planned !== undefined && planned > today) resumePeriod(draft, before.number, planned)
}

/** The date in the plan, which an instalment made due by an early end has lost. */
export function plannedDay(loan: Loan, { kind, number }: Instalment): Day | undefined {
  if (loan.product !== 'instalments' || kind !== 'instalment' || loan.startsOn === null) {
    return undefined
  }
  return dueDate({ ...loan, on: loan.startsOn }, number)
}

/**
 * The period that ended early continues: the instalment has its planned date again, and its
 * interest, which nobody has paid now, is computed again, with the days before the end and those
 * from today. An instalment that is late, or whose interest is otherwise paid, does not change.
 */
function resumePeriod(draft: Draft, number: number, dueOn: Day): void {
  const { loan, today } = draft
  const instalment = loan.instalments.find((each) => each.number === number)
  if (instalment === undefined || !bearsInterest(loan)) return
  const { interest, settled, lateOn, lateCharge } = instalment
  if (settled.interest > ZERO || lateOn !== null || lateCharge > ZERO) return
  post(draft, 'interest_income', 'buyer_receivable', interest)
  changeInstalment(draft, number, { due: false, dueOn, reopenedOn: today })
  change(draft, {
    accruedUntil: today,
    receivable: subtract(loan.receivable, interest),
    interestIncome: subtract(loan.interestIncome, interest),
  })
}
