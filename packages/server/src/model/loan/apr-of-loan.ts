/**
 * The annual percentage rate of a loan as it has run so far, if all that is open is paid on its day
 * (Directive 2023/2225, Annex III). What was lent comes in with the captures; payments and what
 * refunds and voids repaid go out on the days on which they were made; what was given back to the
 * buyer, or taken back by their bank, comes in again. Charges for being late are no part of it
 * (article 30), unless the order is cancelled and they were given back.
 */
import { add, type Cents, type Rate, subtract, ZERO } from '@svc/api'
import { type Day, dayOf, laterOf } from '../../platform/time/calendar.ts'
import { type DatedFlow, offerRate } from '../financing/apr.ts'
import type { Payment } from '../payment/payment.ts'
import { nextReturn } from './due-times.ts'
import { type Loan, openParts, totalOf } from './loan.ts'

/** What a loan does not remember itself. */
export type LoanPast = {
  /** What the buyer signed for. */
  readonly approved: Cents
  readonly confirmedAt: Date
  readonly captures: readonly Dated[]
  readonly payments: readonly Payment[]
  /** Refunds, voids and lowered totals. */
  readonly reductions: readonly Dated[]
  readonly lateSettled: readonly LateSettled[]
}
export type Dated = { readonly amount: Cents; readonly createdAt: Date }
/** What settled a late charge, or opened it again (a negative amount). */
export type LateSettled = Dated & { readonly source: string; readonly sourceId: string }

/**
 * In hundredths of a percent; null where there is none, as before anything is lent, when a part was
 * written off, or when the order was confirmed before there were loans and nobody knows what was
 * paid.
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
  // What is paid before anything is lent lowers what is lent.
  return offerRate(flows.map((each) => ({ ...each, day: laterOf(each.day, lentOn) })))
}

const flow = (direction: DatedFlow['direction'], day: Day, amount: Cents): DatedFlow => {
  return { direction, day, amount }
}

type DayOf = (at: Date) => Day

/** pay_later lends what is captured, the others all of it with the first capture. */
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
  // A fee that comes back may settle a late charge: then it came back all the same. What was paid
  // of a charge that was never owed is paid for the rest.
  const others = late.flatMap(({ source, amount, createdAt }) => {
    if (source === 'reversal') return [flow('in', on(createdAt), amount)]
    return source === 'given_back' ? [flow('out', on(createdAt), subtract(ZERO, amount))] : []
  })
  return [...flows, ...others]
}

/** What is open, on its day or at once, and credit on its way back. */
function planned(loan: Loan, today: Day): DatedFlow[] {
  const open = loan.instalments.map((each) => {
    const amount = totalOf({ ...openParts(each), lateCharge: ZERO })
    return flow('out', laterOf(each.dueOn, today), amount)
  })
  const back = nextReturn(loan)
  const credit = back === undefined ? [] : [flow('in', laterOf(back.on, today), loan.buyerCredit)]
  return [...open, ...credit].filter(({ amount }) => amount > ZERO)
}
