/**
 * A payment received before late fees were booked, and booked after them (decision 0162): the loan
 * is run again from that day on, with the payment on time. Instalments that are late nevertheless
 * stay late; the other fees were never owed, whether they are open or paid.
 */
import { add, type Cents, cents, max, min, subtract, ZERO } from '@svc/api'
import { addDays, type Day, laterOf } from '../../platform/time/calendar.ts'
import { plannedDay } from './charge-back.ts'
import { draftOf, finish, setOffCredit } from './draft.ts'
import { returnCredit } from './end.ts'
import { becomeLate, fallDue, fallingDue } from './falling-due.ts'
import { accrue, bearsInterest, presentInstalment } from './interest.ts'
import {
  type Allocation,
  type Component,
  type Instalment,
  type Loan,
  openAmountOf,
  openParts,
  owed,
  type Spread,
} from './loan.ts'
import { payLoan } from './pay.ts'
import type { TimeStep } from './time.ts'

type Arrived = {
  readonly amount: Cents
  readonly spread: Spread
  readonly valueOn: Day
  /** Since `relivedFrom(loan, valueOn)`. */
  readonly past: PastSince
  /** Since `feeReturnedFrom(loan)`, if there is such a day. */
  readonly whole: PastSince | undefined
}

/** The history of a loan after a day. */
export type PastSince = {
  /** Valid payments, in order, with the days on which they were received. */
  readonly received: readonly { readonly id: string; readonly amount: Cents; readonly on: Day }[]
  /** Credit that was returned to the buyer. */
  readonly returned: readonly { readonly amount: Cents; readonly on: Day }[]
  /** Allocations, and their reversals. */
  readonly settled: readonly Allocation[]
  /** Instalments that became late for the first time. */
  readonly late: readonly { readonly number: number; readonly on: Day }[]
}

/** With what time has done that is not stored yet: it is booked in the same entry. */
export const withPassed = (past: PastSince, passed: readonly TimeStep[]): PastSince => ({
  ...past,
  settled: [...past.settled, ...passed.flatMap(({ step }) => step.allocations)],
  late: [
    ...past.late,
    // One that was late before has its charge already.
    ...passed.flatMap(({ kind, instalment: { number }, step }) =>
      kind === 'late' && step.postings.length > 0 ? [{ number, on: step.loan.bookedOn }] : [],
    ),
  ],
})

/** A part of an instalment that would not have been owed, as far as it is not given up yet. */
export type Undue = {
  readonly number: number
  readonly component: 'lateCharge' | 'interest'
  readonly amount: Cents
}

export type Relief = {
  readonly undue: readonly Undue[]
  /** Capital × days of the current period for which the money had been received. */
  readonly accrued: Cents
  /** The returned part of the opening fee; zero: an early payment has its part as of today. */
  readonly fee: Cents
  /** A later early repayment returns nothing of this part of the opening fee. */
  readonly feeBase: Cents
}

/**
 * The day at whose end a run starts: interest counts the days of a whole period, so it is the first
 * day of the one that contains the day of receipt.
 */
export function relivedFrom({ instalments, startsOn }: Loan, valueOn: Day): Day {
  if (startsOn === null || startsOn > valueOn) return valueOn
  return instalments
    .flatMap(({ kind, dueOn }) => (kind === 'instalment' && dueOn <= valueOn ? [dueOn] : []))
    .reduce(laterOf, startsOn)
}

/**
 * The day before the loan began, if a part of its opening fee was returned: no row has the
 * remaining fee of a later day.
 */
export function feeReturnedFrom(loan: Loan): Day | undefined {
  const { feeBase, openingFee, cancelledOn, withdrawnOn, confirmedOn } = loan
  const returned = feeBase < openingFee && cancelledOn === null && withdrawnOn === null
  return returned ? addDays(confirmedOn, -1) : undefined
}

/** The buyer's excess cost, because a payment received on time is booked today. */
export function reliefOf(loan: Loan, arrived: Arrived, today: Day): Relief {
  const { valueOn, past, amount, spread } = arrived
  const from = relivedFrom(loan, valueOn)
  const then = { ...asOf(loan, from, past), feeBase: feeBaseOn(loan, from, arrived) }
  const others = momentsOf(past)
  const inTime = relive(then, [...others, { on: valueOn, paid: { amount, spread } }], today)
  const lateOnly = past.late.filter(({ number, on }) => on > valueOn && !inTime.late.has(number))
  const charges = new Set(lateOnly.map(({ number }) => number))
  // What fell due before a write-off is lost at most, and was never owed all the same.
  const bore = bearsInterest({ ...loan, writtenOffOn: null })
  const without = relive(then, others, today).loan
  const waived = sumsOf(past.settled.filter(({ source }) => source === 'waiver'))
  const undue = loan.instalments.flatMap((each, index): Undue[] => {
    const { number } = each
    const left = (component: Undue['component'], most: Cents): Undue[] => {
      const amount = min(most, subtract(each[component], waived(number, component)))
      return amount > ZERO ? [{ number, component, amount }] : []
    }
    const interest = subtract(interestDue(without, index), interestDue(inTime.loan, index))
    return [
      ...(charges.has(number) ? left('lateCharge', each.lateCharge) : []),
      ...(each.due && bore ? left('interest', interest) : []),
    ]
  })
  const running = presentInstalment(loan)?.number === presentInstalment(without)?.number
  const accrued = subtract(cents(without.accrued), cents(inTime.loan.accrued))
  const fee = min(less(without, inTime.loan, 'feeIncome'), loan.feeIncome)
  const feeBase = fee > ZERO ? less(without, inTime.loan, 'feeBase') : ZERO
  return { undue, accrued: running ? max(ZERO, accrued) : ZERO, fee, feeBase }
}

/** What was left of the fee in the evening, by the payments that were booked until then. */
function feeBaseOn(loan: Loan, evening: Day, { past, whole }: Arrived): Cents {
  const from = feeReturnedFrom(loan)
  if (from === undefined || whole === undefined) return loan.feeBase
  const later = new Set(past.received.map(({ id }) => id))
  const moments = momentsOf({
    ...whole,
    received: whole.received.filter(({ id }) => !later.has(id)),
  })
  const start = { ...asOf(loan, from, whole), feeBase: loan.openingFee }
  const until = moments.filter(({ on }) => on <= evening)
  return max(loan.feeBase, relive(start, until, evening).loan.feeBase)
}

const less = (without: Loan, inTime: Loan, of: 'feeIncome' | 'feeBase'): Cents =>
  max(ZERO, subtract(without[of], inTime[of]))

const interestDue = ({ instalments }: Loan, index: number): Cents => {
  const each = instalments[index]
  return each?.due ? each.interest : ZERO
}

type Moment =
  | { readonly on: Day; readonly late: number }
  | { readonly on: Day; readonly paid: { readonly amount: Cents; readonly spread: Spread } }
  | { readonly on: Day; readonly returned: Cents }

/** Lateness starts at the beginning of a day, before any payment. */
const momentsOf = ({ late, received, returned }: PastSince): Moment[] => [
  ...late.map(({ number, on }) => ({ on, late: number })),
  ...received.map((each) => ({ on: each.on, paid: { ...each, spread: 'next' as const } })),
  ...returned.map(({ on, amount }) => ({ on, returned: amount })),
]

type Life = {
  readonly loan: Loan
  /** The instalments that became late, among those that did. */
  readonly late: ReadonlySet<number>
}

/** A loan from the end of a day until today. */
function relive(evening: Loan, moments: readonly Moment[], today: Day): Life {
  const late = new Set<number>()
  let loan = evening
  const reach = (on: Day) => {
    for (const each of fallingDue(loan, on)) loan = fallDue(loan, each).loan
  }
  for (const moment of [...moments].sort(byDay)) {
    const on = laterOf(moment.on, evening.bookedOn)
    reach(on)
    if ('paid' in moment) loan = payLoan(loan, { id: '', ...moment.paid }, on).loan
    else if ('returned' in moment) {
      loan = returnCredit(loan, min(moment.returned, loan.buyerCredit), on).loan
    } else if (!isSettled(loan, moment.late)) {
      loan = becomeLate(loan, moment.late, on).loan
      late.add(moment.late)
    }
  }
  reach(today)
  return { loan: accrue(loan, today), late }
}

const byDay = (a: Moment, b: Moment): number => (a.on === b.on ? 0 : a.on < b.on ? -1 : 1)

/** On that day only an earlier late fee is open. */
function isSettled({ instalments }: Loan, number: number): boolean {
  const instalment = instalments.find((each) => each.number === number)
  if (instalment === undefined) return false
  return !instalment.due || openAmountOf(instalment) === openParts(instalment).lateCharge
}

/** The loan at the end of that day: without later payments, write-offs and late fees. */
function asOf(loan: Loan, evening: Day, past: PastSince): Loan {
  const received = new Set(past.received.map(({ id }) => id))
  const undone = past.settled.filter(
    ({ source, sourceId }) =>
      UNDONE.has(source) || (OF_PAYMENTS.has(source) && received.has(sourceId)),
  )
  const since = sumsOf(undone)
  const numbers = new Set(past.late.map(({ number }) => number))
  const paidTwice: Cents[] = []
  const instalments = loan.instalments.map((each): Instalment => {
    const { number, kind } = each
    const then = (component: Component): Cents => {
      const settled = max(ZERO, subtract(each.settled[component], since(number, component)))
      // Amounts paid before and given up since are credit.
      paidTwice.push(max(ZERO, subtract(settled, each[component])))
      return min(settled, each[component])
    }
    const due = each.due && (each.dueOn <= evening || kind === 'withdrawal')
    // An early end may have removed its date.
    const dueOn = due ? each.dueOn : (plannedDay(loan, each) ?? each.dueOn)
    const settled = {
      ...{ capital: then('capital'), fee: then('fee'), lateCharge: then('lateCharge') },
      // Before it is due none is settled.
      interest: due ? then('interest') : ZERO,
    }
    const before = { ...each, due, dueOn, settled, paidOn: null, dropped: false }
    if (!numbers.has(number)) return before
    const uncharged = { lateOn: null, lateCharge: ZERO }
    return { ...before, ...uncharged, settled: { ...settled, lateCharge: ZERO } }
  })
  const { accruedUntil, startsOn, writtenOffOn } = loan
  const fee = sumOf(undone.filter(({ source }) => source === 'reversal'))
  const then: Loan = {
    ...{ ...loan, instalments, bookedOn: evening, writtenOff: ZERO },
    feeIncome: add(loan.feeIncome, fee),
    buyerCredit: add(creditOf(loan, past, undone), ...paidTwice),
    // The days of the current period count from its beginning.
    ...{ accrued: ZERO, accruedUntil: accruedUntil === null ? null : startsOn },
    writtenOffOn: writtenOffOn !== null && writtenOffOn > evening ? null : writtenOffOn,
  }
  const draft = draftOf({ ...then, receivable: owed(then) }, evening)
  setOffCredit(draft)
  return finish(draft, then).loan
}

/** The allocations of payments, and the fee that was returned with them. */
const OF_PAYMENTS: ReadonlySet<string> = new Set(['payment', 'reversal'])
const UNDONE: ReadonlySet<string> = new Set(['write_off', 'write_off_undo', 'credit', 'given_back'])

/** The credit at the end of that day, and from later reductions: everything not from payments. */
function creditOf(
  { buyerCredit, writtenOff }: Loan,
  { received, returned }: PastSince,
  undone: readonly Allocation[],
): Cents {
  const of = (...sources: string[]): Cents =>
    sumOf(undone.filter(({ source }) => sources.includes(source)))
  const recovered = max(ZERO, subtract(of('write_off', 'write_off_undo'), writtenOff))
  const brought = subtract(sumOf(received), of('payment', 'given_back'), recovered)
  return max(ZERO, subtract(add(buyerCredit, sumOf(returned), of('credit')), max(ZERO, brought)))
}

const sumOf = (all: readonly { readonly amount: Cents }[]): Cents =>
  add(ZERO, ...all.map(({ amount }) => amount))

/** The allocations of all of them to one part of one instalment. */
function sumsOf(allocations: readonly Allocation[]): (of: number, component: Component) => Cents {
  const sums = new Map<string, Cents>()
  for (const { number, component, amount } of allocations) {
    const key = `${number} ${component}`
    sums.set(key, add(sums.get(key) ?? ZERO, amount))
  }
  return (number, component) => sums.get(`${number} ${component}`) ?? ZERO
}
