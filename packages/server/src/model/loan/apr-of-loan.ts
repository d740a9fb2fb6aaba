/**
 * The annual percentage rate of a loan as it has run so far, if every open amount is paid on its
 * due date (Directive 2023/2225, Annex III). Captures are received by the buyer; payments, and the
 * repayments by refunds and voids, are paid on their dates; amounts returned to the buyer, or
 * charged back by their bank, are received again. Late fees are excluded (article 30), unless the
 * order is cancelled and they were returned.
 */
import { add, type Cents, type Rate, subtract, ZERO } from '@svc/api'
import { type Day, dayOf, laterOf } from '../../platform/time/calendar.ts'
import { type DatedFlow, offerRate } from '../financing/apr.ts'
import type { Payment } from '../payment/payment.ts'
import { nextReturn } from './due-times.ts'
import { type Loan, openParts, totalOf } from './loan.ts'

/** Facts that a loan itself does not contain. */
export type LoanPast = {
  /** The terms that the buyer signed. */
  readonly approved: Cents
  readonly confirmedAt: Date
  readonly captures: readonly Dated[]
  readonly payments: readonly Payment[]
  /** Refunds, voids and lowered totals. */
  readonly reductions: readonly Dated[]
  readonly lateSettled: readonly LateSettled[]
}
export type Dated = { readonly amount: Cents; readonly createdAt: Date }
/** Allocations to late fees, or their reversals (negative). */
export type LateSettled = Dated & { readonly source: string; readonly sourceId: string }

/**
 * In hundredths of a percent; null if there is none: before anything is lent, after a partial
 * write-off, or if the order was confirmed before loans existed and payments are unknown.
 */
export function annualRateOf(loan: Loan, past: LoanPast, today: Day): Rate | null {
  const on = (at: Date): Day => dayOf(at, loan.timeZone)
  if (on(past.confirmedAt) !== loan.confirmedOn) return null
  const [first] = past.captures
  const lentOn = first === undefined ? loan.confirmedOn : on(first.createdAt)
  const flows = [
    ...lent(loan, past, on),
    ...paid(loan, past, on),
    ...past.reductions.map(({ amount, createdAt }) => flow('out', on(createdAt), amount)),
    ...planned(loan, today),
  ]
  // Payments before anything is lent reduce the amount lent.
  return offerRate(flows.map((each) => ({ ...each, day: laterOf(each.day, lentOn) })))
}

const flow = (direction: DatedFlow['direction'], day: Day, amount: Cents): DatedFlow => {
  return { direction, day, amount }
}

type DayOf = (at: Date) => Day

/** pay_later lends each captured amount, the others lend everything with the first capture. */
function lent(loan: Loan, { approved, captures }: LoanPast, on: DayOf): DatedFlow[] {
  if (loan.product !== 'pay_later') return [flow('in', loan.confirmedOn, approved)]
  return captures.map(({ amount, createdAt }) => flow('in', on(createdAt), amount))
}

function paid(loan: Loan, { payments, lateSettled }: LoanPast, on: DayOf): DatedFlow[] {
  const late = loan.cancelledOn === null ? lateSettled : []
  const lateOf = (source: string, id: string): Cents => {
    const parts = late.filter((each) => each.source === source && each.sourceId === id)
    return add(ZERO, ...parts.map(({ amount }) => amount))
  }
  const flows = payments.flatMap(({ id, kind, state, amount, createdAt, settledAt }) => {
    const sent = on(createdAt)
    if (kind === 'return') {
      return state === 'open' || state === 'succeeded' ? [flow('in', sent, amount)] : []
    }
    const backAt = state === 'charged_back' ? settledAt : null
    const arrived = state === 'succeeded' || backAt !== null
    if (kind === 'authorisation' || !arrived) return []
    const came = flow('out', sent, subtract(amount, lateOf('payment', id)))
    if (backAt === null) return [came]
    return [came, flow('in', on(backAt), add(amount, lateOf('charge_back', id)))]
  })
  // A returned fee may pay a late fee: it was returned nevertheless. Payments of a late fee that
  // was never owed count as payments of the rest.
  const others = late.flatMap(({ source, amount, createdAt }) => {
    if (source === 'reversal') return [flow('in', on(createdAt), amount)]
    return source === 'given_back' ? [flow('out', on(createdAt), subtract(ZERO, amount))] : []
  })
  return [...flows, ...others]
}

/** Open amounts, on their dates or immediately, and credit on its way back. */
function planned(loan: Loan, today: Day): DatedFlow[] {
  const open = loan.instalments.map((each) => {
    const amount = totalOf({ ...openParts(each), lateCharge: ZERO })
    return flow('out', laterOf(each.dueOn, today), amount)
  })
  const back = nextReturn(loan)
  const credit = back === undefined ? [] : [flow('in', laterOf(back.on, today), loan.buyerCredit)]
  return [...open, ...credit].filter(({ amount }) => amount > ZERO)
}
