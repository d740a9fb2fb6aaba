/**
 * What the lender gives up of a debt although nobody pays it: late charges or interest, no more
 * than is owed of them and was earned by them (decision 0133).
 */
import { add, type Cents, min, subtract, type waiverKinds, ZERO } from '@svc/api'
import { assert } from '../../platform/refusal.ts'
import type { Day } from '../../platform/time/calendar.ts'
import {
  change,
  type Draft,
  draftOf,
  finish,
  type LoanStep,
  lowerReceivable,
  settle,
  settleInOrder,
} from './draft.ts'
import { type Component, type Instalment, type Loan, openParts } from './loan.ts'

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

/** Late charges of these instalments, as far as they are open. */
export function waiveLateCharges(
  loan: Loan,
  { id, numbers }: { readonly id: string; readonly numbers: readonly number[] },
  today: Day,
): LoanStep {
  const draft = draftOf(loan, today)
  const most = waivable(loan, 'late_charge')
  let taken = ZERO
  for (const number of numbers) {
    const part = { number, component: 'lateCharge' } as const
    const source = { source: 'waiver', sourceId: id } as const
    taken = add(taken, settle(draft, part, subtract(most, taken), source))
  }
  giveUp(draft, 'late_charge', taken)
  return finish(draft, loan)
}

function giveUp(draft: Draft, kind: WaiverKind, amount: Cents): void {
  const { lateIncome, interestIncome } = draft.loan
  if (kind === 'late_charge') change(draft, { lateIncome: subtract(lateIncome, amount) })
  else change(draft, { interestIncome: subtract(interestIncome, amount) })
  lowerReceivable(draft, kind === 'late_charge' ? 'late_income' : 'interest_income', amount)
}
