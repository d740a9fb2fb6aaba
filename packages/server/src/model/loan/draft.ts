/**
 * A loan while one operation changes it: the postings and allocations are collected on the way.
 * Everything here keeps two totals equal: the ledger's `buyer_receivable` and the debt according to
 * the instalments.
 */
import { add, type Cents, min, subtract, ZERO } from '@svc/api'
import { assert } from '../../platform/refusal.ts'
import { type Day, laterOf } from '../../platform/time/calendar.ts'
import type { Account, Posting } from '../ledger/rules.ts'
import { accrue, project } from './interest.ts'
import {
  type Allocation,
  type Component,
  type Instalment,
  type Loan,
  openAmountOf,
  openParts,
  owed,
  owedButLateCharges,
  totalOf,
} from './loan.ts'

export type Draft = {
  loan: Loan
  readonly today: Day
  /** Its allocations are not payments, but amounts given up. */
  givesUp: boolean
  readonly postings: Posting[]
  readonly allocations: Allocation[]
}

/** The result of an operation on a loan. */
export type LoanStep = {
  readonly loan: Loan
  readonly postings: readonly Posting[]
  readonly allocations: readonly Allocation[]
  /** The instalments that it paid off. */
  readonly paid: readonly Instalment[]
}

/** Two steps of one operation, the second on the result of the first. */
export const afterwards = (first: LoanStep, second: LoanStep): LoanStep => ({
  loan: second.loan,
  postings: [...first.postings, ...second.postings],
  allocations: [...first.allocations, ...second.allocations],
  paid: [...first.paid, ...second.paid],
})

/** Begins an operation: the days so far are counted with the capital that was open on them. */
export function draftOf(loan: Loan, today: Day): Draft {
  return { loan: accrue(loan, today), today, givesUp: false, postings: [], allocations: [] }
}

/** Ends the operation; asserts that the instalments and the ledger agree, always. */
export function finish(draft: Draft, before: Loan): LoanStep {
  const { today, postings, allocations } = draft
  const projected = project(draft.loan)
  const instalments = projected.instalments.map((each) => closed(each, draft))
  const credit = projected.buyerCredit
  const loan = {
    ...projected,
    instalments,
    bookedOn: laterOf(projected.bookedOn, today),
    creditSince: credit > ZERO ? (before.buyerCredit > ZERO ? before.creditSince : today) : null,
  }
  assert(owed(loan) === loan.receivable, `owed ${owed(loan)} of ${loan.receivable} receivable`)
  const paidBefore = before.instalments.filter(({ paidOn }) => paidOn !== null)
  const numbers = new Set(paidBefore.map(({ number }) => number))
  const paid = instalments.filter(({ paidOn, number }) => paidOn !== null && !numbers.has(number))
  return { loan, postings, allocations, paid }
}

/** Paid means settled with nothing open; not reduced to zero or given up. */
function closed(instalment: Instalment, { today, givesUp }: Draft): Instalment {
  const settled = openAmountOf(instalment) === ZERO && totalOf(instalment.settled) > ZERO
  if (!settled) {
    const open = instalment.paidOn !== null || instalment.dropped
    return open ? { ...instalment, paidOn: null, dropped: false } : instalment
  }
  if (instalment.paidOn !== null || instalment.dropped) return instalment
  return givesUp ? { ...instalment, dropped: true } : { ...instalment, paidOn: today }
}

export function post(draft: Draft, debit: Account, credit: Account, amount: Cents): void {
  assert(amount >= ZERO, `a posting of ${amount}`)
  if (amount > ZERO) draft.postings.push({ debit, credit, amount })
}

export function change(draft: Draft, values: Partial<Loan>): void {
  draft.loan = { ...draft.loan, ...values }
}

export function changeInstalment(
  draft: Draft,
  number: number,
  values: Partial<Instalment>,
): Instalment {
  let changed: Instalment | undefined
  const instalments = draft.loan.instalments.map((each) => {
    if (each.number !== number) return each
    changed = { ...each, ...values }
    return changed
  })
  assert(changed !== undefined, `there is no instalment ${number}`)
  change(draft, { instalments })
  return changed
}

export function appendInstalment(draft: Draft, made: Omit<Instalment, 'number'>): Instalment {
  const number = 1 + Math.max(0, ...draft.loan.instalments.map((each) => each.number))
  const instalment = { ...made, number }
  change(draft, { instalments: [...draft.loan.instalments, instalment] })
  return instalment
}

export type Source = Pick<Allocation, 'source' | 'sourceId'>

/** Settles up to `amount` of one component of one instalment; returns the amount used. */
export function settle(
  draft: Draft,
  part: { number: number; component: Component },
  amount: Cents,
  source: Source,
): Cents {
  const instalment = draft.loan.instalments.find(({ number }) => number === part.number)
  assert(instalment !== undefined, `there is no instalment ${part.number}`)
  const taken = min(amount, openParts(instalment)[part.component])
  if (taken <= ZERO) return ZERO
  const settled = {
    ...instalment.settled,
    [part.component]: add(instalment.settled[part.component], taken),
  }
  changeInstalment(draft, part.number, { settled })
  draft.allocations.push({ ...source, ...part, amount: taken })
  return taken
}

type Wanted = (instalment: Instalment) => readonly Component[]

/** Settles in the order of due dates; within an instalment the given components in order. */
export function settleInOrder(draft: Draft, amount: Cents, wanted: Wanted, source: Source): Cents {
  let taken = ZERO
  for (const instalment of byDueDay(draft.loan)) {
    for (const component of wanted(instalment)) {
      const part = { number: instalment.number, component }
      taken = add(taken, settle(draft, part, subtract(amount, taken), source))
    }
  }
  return taken
}

function byDueDay({ instalments }: Loan): Instalment[] {
  return [...instalments].sort((a, b) =>
    a.dueOn === b.dueOn ? a.number - b.number : a.dueOn < b.dueOn ? -1 : 1,
  )
}

/**
 * Reduces the receivable by the amount that `from` brings: a payment, refund, reversal or
 * write-off.
 */
export function lowerReceivable(draft: Draft, from: Account, amount: Cents): void {
  post(draft, from, 'buyer_receivable', amount)
  change(draft, { receivable: subtract(draft.loan.receivable, amount) })
}

/** The excess over the debt: first it recovers a write-off, the rest is the buyer's credit. */
export function credit(draft: Draft, from: Account, amount: Cents): Cents {
  const recovered = min(amount, draft.loan.writtenOff)
  const rest = subtract(amount, recovered)
  post(draft, from, 'credit_loss', recovered)
  post(draft, from, 'buyer_credit', rest)
  change(draft, {
    writtenOff: subtract(draft.loan.writtenOff, recovered),
    buyerCredit: add(draft.loan.buyerCredit, rest),
  })
  return rest
}

/**
 * Credit that has not been returned is set off against any new debt except late fees, in the same
 * entry: first due amounts, then capital that is not due.
 */
export function setOffCredit(draft: Draft): void {
  const amount = min(draft.loan.buyerCredit, owedButLateCharges(draft.loan))
  if (amount <= ZERO) return
  const source: Source = { source: 'credit', sourceId: '' }
  const due = settleInOrder(draft, amount, dueParts, source)
  settleInOrder(draft, subtract(amount, due), () => ['capital'], source)
  change(draft, { buyerCredit: subtract(draft.loan.buyerCredit, amount) })
  lowerReceivable(draft, 'buyer_credit', amount)
}

/** The order of allocation to due amounts: for each instalment interest, fee, capital. */
export const dueParts: Wanted = ({ due }) => (due ? ['interest', 'fee', 'capital'] : ['fee'])
