/**
 * The effect of a refund, a void or a lowered total on the debt (contract §7): it reduces capital
 * that is not due yet, then settles overdue capital, overdue interest and due fees, never late
 * fees; the rest is the buyer's credit.
 */
import { add, allocate, type Cents, min, subtract, ZERO } from '@svc/api'
import type { Day } from '../../platform/time/calendar.ts'
import type { Account } from '../ledger/rules.ts'
import {
  change,
  changeInstalment,
  credit,
  type Draft,
  draftOf,
  finish,
  type LoanStep,
  lowerReceivable,
  type Source,
  settle,
  settleInOrder,
} from './draft.ts'
import { interestAtOnce } from './falling-due.ts'
import { capitalNotDue, type Instalment, type Loan, openParts, type Spread } from './loan.ts'

/** An amount from an account on the store's side, and the row that caused it. */
export type Piece = { readonly from: Account; readonly amount: Cents; readonly sourceId: string }

/** The use of a piece; the three, and the recovered part of a write-off, add up to it. */
export type Reduction = {
  readonly sourceId: string
  /** Capital that is not due yet, removed from the plan. */
  readonly lowered: Cents
  /** Overdue capital, interest and fees that were settled. */
  readonly settled: Cents
  readonly credit: Cents
  readonly recovered: Cents
  readonly completed: boolean
  readonly completedButLateCharges: boolean
}
export type ReductionStep = LoanStep & { readonly reductions: readonly Reduction[] }

/** Pieces of one operation are applied one after the other, each with its own credit. */
export function reduceLoan(
  loan: Loan,
  pieces: readonly Piece[],
  { today, cancels }: { readonly today: Day; readonly cancels: boolean },
): ReductionStep {
  const draft = draftOf(loan, today)
  draft.givesUp = cancels
  const reductions = pieces.map((piece) => reduceBy(draft, piece))
  if (cancels) takeBackCosts(draft, pieces.at(-1)?.sourceId ?? '')
  return { ...finish(draft, loan), reductions }
}

function reduceBy(draft: Draft, { from, amount, sourceId }: Piece): Reduction {
  const lowered = lowerCapital(draft, min(amount, capitalNotDue(draft.loan)))
  const source: Source = { source: 'reduction', sourceId }
  let settled = ZERO
  const take = (component: 'capital' | 'interest' | 'fee') => {
    const rest = subtract(amount, lowered, settled)
    const wanted = ({ due }: Instalment) => (due || component === 'fee' ? [component] : [])
    settled = add(settled, settleInOrder(draft, rest, wanted, source))
  }
  take('capital')
  // Before the interest falls due, the receivable must be reduced by what was lowered and settled.
  lowerReceivable(draft, from, add(lowered, settled))
  const before = settled
  interestAtOnce(draft)
  take('interest')
  take('fee')
  lowerReceivable(draft, from, subtract(settled, before))
  const excess = subtract(amount, lowered, settled)
  const credited = credit(draft, from, excess)
  const rest = draft.loan.receivable
  const late = add(ZERO, ...draft.loan.instalments.map((each) => openParts(each).lateCharge))
  return {
    sourceId,
    lowered,
    settled,
    credit: credited,
    recovered: subtract(excess, credited),
    completed: rest === ZERO,
    completedButLateCharges: rest === late,
  }
}

/** Removes capital from instalments that are not due, distributed by the loan's terms. */
function lowerCapital(draft: Draft, amount: Cents): Cents {
  for (const [number, part] of spreadOver(draft.loan, amount, draft.loan.spread)) {
    const instalment = draft.loan.instalments.find((each) => each.number === number)
    if (instalment === undefined) continue
    changeInstalment(draft, number, { capital: subtract(instalment.capital, part) })
  }
  return amount
}

/**
 * The distribution of capital that is not due over the instalments: all in proportion to their open
 * amounts, the last ones first, or the next ones first.
 */
function spreadOver(loan: Loan, amount: Cents, spread: Spread): [number: number, part: Cents][] {
  const open = loan.instalments
    .filter(({ due }) => !due)
    .map((each): [number, Cents] => [each.number, openParts(each).capital])
  if (amount === ZERO || open.length === 0) return []
  if (spread === 'spread') {
    const parts = allocate(
      amount,
      open.map(([, capital]) => capital),
    )
    return open.map(([number], index) => [number, parts[index] ?? ZERO])
  }
  let rest = amount
  const ordered = spread === 'last' ? open.reverse() : open
  return ordered.map(([number, capital]) => {
    const part = min(rest, capital)
    rest = subtract(rest, part)
    return [number, part]
  })
}

/** Settles capital that is not due yet, with an early payment. */
export function settleEarly(draft: Draft, amount: Cents, spread: Spread, source: Source): Cents {
  const wanted = min(amount, capitalNotDue(draft.loan))
  let taken = ZERO
  for (const [number, part] of spreadOver(draft.loan, wanted, spread)) {
    taken = add(taken, settle(draft, { number, component: 'capital' }, part, source))
  }
  return taken
}

/** A cancelled order costs the buyer nothing: its interest, fees and late fees are reversed. */
function takeBackCosts(draft: Draft, sourceId: string): void {
  const { interestIncome, feeIncome, lateIncome } = draft.loan
  const nothing = { interestIncome: ZERO, feeIncome: ZERO, lateIncome: ZERO, feeBase: ZERO }
  change(draft, { ...nothing, cancelledOn: draft.today })
  takeBack(draft, 'interest_income', interestIncome, sourceId)
  takeBack(draft, 'buyer_fee_income', feeIncome, sourceId)
  takeBack(draft, 'late_income', lateIncome, sourceId)
}

/** Income that is given up: first the open part of any debt, the rest is credit. */
export function takeBack(draft: Draft, from: Account, amount: Cents, sourceId: string): void {
  const source: Source = { source: 'reversal', sourceId }
  const due = settleInOrder(draft, amount, everything, source)
  const early = settleEarly(draft, subtract(amount, due), 'next', source)
  const settled = add(due, early)
  lowerReceivable(draft, from, settled)
  credit(draft, from, subtract(amount, settled))
}

const everything = ({ due }: Instalment) =>
  due ? (['lateCharge', 'fee', 'interest', 'capital'] as const) : (['fee'] as const)
