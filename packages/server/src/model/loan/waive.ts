/**
 * What the lender gives up of a debt although nobody pays it: late charges or interest, no more
 * than is owed of them and was earned by them (decision 0133).
 */
import { add, type Cents, min, subtract, type waiverKinds, ZERO } from '@svc/api'
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
import type { UndueCharge } from './value-date.ts'

export type WaiverKind = (typeof waiverKinds)[number]

type Waiver = { readonly id: string; readonly kind: WaiverKind; readonly amount: Cents }

const componentOf = (kind: WaiverKind): Component =>
  kind === 'late_charge' ? 'lateCharge' : 'interest'

/** What can be waived: what is due and unpaid of it, while it is income. */
export function waivable(loan: Loan, kind: WaiverKind): Cents {
  const due = loan.instalments.filter((each) => each.due)
  const open = add(ZERO, ...due.map((each) => openParts(each)[componentOf(kind)]))
  return min(open, kind === 'late_charge' ? loan.lateIncome : loan.interestIncome)
}

/** `amount`: at most what is waivable; the oldest first. */
export function waiveDebt(loan: Loan, { id, kind, amount }: Waiver, today: Day): LoanStep {
  const draft = draftOf(loan, today)
  const wanted = ({ due }: Instalment) => (due ? [componentOf(kind)] : [])
  const taken = settleInOrder(draft, amount, wanted, { source: 'waiver', sourceId: id })
  assert(taken === amount, `${taken} of ${amount} was waived`)
  giveUp(draft, kind, taken)
  return finish(draft, loan)
}

/**
 * Late charges that were never owed (decision 0162). What is open of them is given up; what was
 * paid of them is the buyer's credit, which makes good a loss and is set against what they owe.
 */
export function giveChargesBack(
  loan: Loan,
  { id, charges }: { readonly id: string; readonly charges: readonly UndueCharge[] },
  today: Day,
): LoanStep {
  const draft = draftOf(loan, today)
  for (const { number, amount } of charges) {
    const part = { number, component: 'lateCharge' } as const
    const wanted = min(amount, draft.loan.lateIncome)
    openAsCredit(draft, { id, number, wanted })
    giveUp(draft, 'late_charge', settle(draft, part, wanted, { source: 'waiver', sourceId: id }))
  }
  setOffCredit(draft)
  return finish(draft, loan)
}

type Opening = { readonly id: string; readonly number: number; readonly wanted: Cents }

/** Opens again what was paid of a charge, so that as much of it is open as is wanted. */
function openAsCredit(draft: Draft, { id, number, wanted }: Opening): void {
  const instalment = draft.loan.instalments.find((each) => each.number === number)
  assert(instalment !== undefined, `there is no instalment ${number}`)
  const { settled } = instalment
  const paid = min(settled.lateCharge, subtract(wanted, openParts(instalment).lateCharge))
  if (paid <= ZERO) return
  const lateCharge = subtract(settled.lateCharge, paid)
  changeInstalment(draft, number, { settled: { ...settled, lateCharge } })
  draft.allocations.push({
    ...{ source: 'given_back', sourceId: id, number, component: 'lateCharge' },
    amount: subtract(ZERO, paid),
  })
  change(draft, { receivable: add(draft.loan.receivable, paid) })
  credit(draft, 'buyer_receivable', paid)
}

function giveUp(draft: Draft, kind: WaiverKind, amount: Cents): void {
  const { lateIncome, interestIncome } = draft.loan
  if (kind === 'late_charge') change(draft, { lateIncome: subtract(lateIncome, amount) })
  else change(draft, { interestIncome: subtract(interestIncome, amount) })
  lowerReceivable(draft, kind === 'late_charge' ? 'late_income' : 'interest_income', amount)
}
