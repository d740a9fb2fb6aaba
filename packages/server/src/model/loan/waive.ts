/**
 * Amounts that the lender gives up although nobody pays them: late fees or interest, at most what
 * is owed and has been earned (decision 0133).
 */
import { add, type Cents, cents, max, min, subtract, type waiverKinds, ZERO } from '@svc/api'
import { assert } from '../../platform/refusal.ts'
import type { Day } from '../../platform/time/calendar.ts'
import {
  change,
  changeInstalment,
  credit,
  type Draft,
  draftOf,
  finish,
  type LoanStep,
  lowerReceivable,
  setOffCredit,
  settle,
  settleInOrder,
} from './draft.ts'
import { type Component, type Instalment, type Loan, openParts } from './loan.ts'
import { takeBack } from './reduce.ts'
import type { Relief, Undue } from './value-date.ts'

export type WaiverKind = (typeof waiverKinds)[number]

type Waiver = { readonly id: string; readonly kind: WaiverKind; readonly amount: Cents }

const componentOf = (kind: WaiverKind): Component =>
  kind === 'late_charge' ? 'lateCharge' : 'interest'

/** The waivable amount: the part that is due, unpaid and income. */
export function waivable(loan: Loan, kind: WaiverKind): Cents {
  const due = loan.instalments.filter((each) => each.due)
  const open = add(ZERO, ...due.map((each) => openParts(each)[componentOf(kind)]))
  return min(open, kind === 'late_charge' ? loan.lateIncome : loan.interestIncome)
}

/** `amount`: at most the waivable amount; the oldest first. */
export function waiveDebt(loan: Loan, { id, kind, amount }: Waiver, today: Day): LoanStep {
  const draft = draftOf(loan, today)
  const wanted = ({ due }: Instalment) => (due ? [componentOf(kind)] : [])
  const taken = settleInOrder(draft, amount, wanted, { source: 'waiver', sourceId: id })
  assert(taken === amount, `${taken} of ${amount} was waived`)
  giveUp(draft, kind, taken)
  return finish(draft, loan)
}

/**
 * Late fees, interest and a part of the opening fee that were never owed (decisions 0162, 0170).
 * Their open part is given up; their paid part is the buyer's credit, which recovers a loss and is
 * set off against their debt. The current period excludes the days on which the money had been
 * received.
 */
export function giveBack(
  loan: Loan,
  { id, relief }: { readonly id: string; readonly relief: Relief },
  today: Day,
): LoanStep {
  const draft = draftOf(loan, today)
  const accrued = max(ZERO, subtract(cents(draft.loan.accrued), relief.accrued))
  const { fee } = relief
  const feeBase = max(ZERO, subtract(draft.loan.feeBase, relief.feeBase))
  change(draft, { accrued, feeBase, feeIncome: subtract(draft.loan.feeIncome, fee) })
  for (const { number, component, amount } of relief.undue) {
    const { lateIncome, interestIncome } = draft.loan
    const wanted = min(amount, component === 'lateCharge' ? lateIncome : interestIncome)
    openAsCredit(draft, { id, number, component, wanted })
    const given = settle(draft, { number, component }, wanted, { source: 'waiver', sourceId: id })
    giveUp(draft, component === 'lateCharge' ? 'late_charge' : 'interest', given)
  }
  takeBack(draft, 'buyer_fee_income', fee, id)
  setOffCredit(draft)
  return finish(draft, loan)
}

type Opening = Pick<Undue, 'number' | 'component'> & {
  readonly id: string
  readonly wanted: Cents
}

/** Opens the paid part again, so that the given amount is open. */
function openAsCredit(draft: Draft, { id, number, component, wanted }: Opening): void {
  const instalment = draft.loan.instalments.find((each) => each.number === number)
  assert(instalment !== undefined, `there is no instalment ${number}`)
  const { settled } = instalment
  const paid = min(settled[component], subtract(wanted, openParts(instalment)[component]))
  if (paid <= ZERO) return
  const left = { ...settled, [component]: subtract(settled[component], paid) }
  changeInstalment(draft, number, { settled: left })
  const amount = subtract(ZERO, paid)
  draft.allocations.push({ source: 'given_back', sourceId: id, number, component, amount })
  change(draft, { receivable: add(draft.loan.receivable, paid) })
  credit(draft, 'buyer_receivable', paid)
}

function giveUp(draft: Draft, kind: WaiverKind, amount: Cents): void {
  const { lateIncome, interestIncome } = draft.loan
  if (kind === 'late_charge') change(draft, { lateIncome: subtract(lateIncome, amount) })
  else change(draft, { interestIncome: subtract(interestIncome, amount) })
  lowerReceivable(draft, kind === 'late_charge' ? 'late_income' : 'interest_income', amount)
}
