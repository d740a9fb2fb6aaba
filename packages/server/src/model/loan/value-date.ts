/**
 * Money that came before late charges were booked, and is booked after them (decision 0162): the
 * loan is lived through again from that day on, with the money in time. What was late all the same
 * stays late; the other charges were never owed, be they open or paid by now.
 */
import { add, type Cents, max, min, subtract, ZERO } from '@svc/api'
import { type Day, laterOf } from '../../platform/time/calendar.ts'
import { becomeLate, fallDue, fallingDue } from './falling-due.ts'
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

type Arrived = {
  readonly amount: Cents
  readonly spread: Spread
  readonly valueOn: Day
  readonly past: PastSince
}

/** What happened to a loan after a day. */
export type PastSince = {
  /** Payments that stand, in their order, and the days on which they came. */
  readonly received: readonly { readonly id: string; readonly on: Day }[]
  /** What was settled, or opened again. */
  readonly settled: readonly Allocation[]
  /** Instalments that became late for the first time. */
  readonly late: readonly { readonly number: number; readonly on: Day }[]
}

/** A late charge that would not have been booked, as far as it has not been given up yet. */
export type UndueCharge = { readonly number: number; readonly amount: Cents }

export function undueCharges(loan: Loan, arrived: Arrived): UndueCharge[] {
  const waived = arrived.past.settled.filter(({ source }) => source === 'waiver')
  return preventedBy(loan, arrived).flatMap((number) => {
    const charge = loan.instalments.find((each) => each.number === number)?.lateCharge ?? ZERO
    const given = min(charge, settledOf(waived, { number, component: 'lateCharge' }))
    const amount = subtract(charge, given)
    return amount > ZERO ? [{ number, amount }] : []
  })
}

type Moment =
  | { readonly on: Day; readonly late: number }
  | { readonly on: Day; readonly id: string }

function preventedBy(loan: Loan, { amount, spread, valueOn, past }: Arrived): number[] {
  if (past.late.length === 0) return []
  const prevented: number[] = []
  const payments = paymentsOf(past)
  const late = past.late.map(({ number, on }): Moment => ({ on, late: number }))
  // What is late on a day is so from its beginning, before anybody pays.
  const moments = [...late, ...past.received].sort(byDay)
  let present = asOf(loan, { valueOn, past, payments })
  present = payLoan(present, { id: '', amount, spread }, valueOn).loan
  for (const moment of moments) {
    const on = laterOf(moment.on, valueOn)
    for (const each of fallingDue(present, on)) present = fallDue(present, each).loan
    if ('id' in moment) {
      const own = payments.filter(({ sourceId }) => sourceId === moment.id)
      const paid = { id: moment.id, amount: sumOf(own), spread: 'next' } as const
      present = payLoan(present, paid, on).loan
    } else if (isSettled(present, moment.late)) prevented.push(moment.late)
    else present = becomeLate(present, moment.late, on).loan
  }
  return prevented
}

const byDay = (a: Moment, b: Moment): number => (a.on === b.on ? 0 : a.on < b.on ? -1 : 1)

function isSettled({ instalments }: Loan, number: number): boolean {
  const instalment = instalments.find((each) => each.number === number)
  if (instalment === undefined) return false
  return openAmountOf(instalment) === openParts(instalment).lateCharge
}

/** What payments settled, and has not been given back since. */
function paymentsOf({ received, settled }: PastSince): Allocation[] {
  const ids = new Set(received.map(({ id }) => id))
  const back = settled.filter(({ source }) => source === 'given_back')
  return settled
    .filter(({ source, sourceId }) => source === 'payment' && ids.has(sourceId))
    .map((each) => ({ ...each, amount: max(ZERO, add(each.amount, settledOf(back, each))) }))
}

type Then = Pick<Arrived, 'valueOn' | 'past'> & { readonly payments: readonly Allocation[] }

/** The loan of that day: without what was paid, written off and charged for being late since. */
function asOf(loan: Loan, { valueOn, past, payments }: Then): Loan {
  const numbers = new Set(past.late.map(({ number }) => number))
  const undone = [...payments, ...past.settled.filter(({ source }) => writeOffs.has(source))]
  const instalments = loan.instalments.map((each): Instalment => {
    const { number, dueOn, kind } = each
    const then = (component: Component): Cents =>
      subtract(each.settled[component], settledOf(undone, { number, component }))
    const due = each.due && (dueOn <= valueOn || kind === 'withdrawal')
    const settled = {
      ...{ capital: then('capital'), fee: then('fee'), lateCharge: then('lateCharge') },
      // Before it is due none is settled.
      interest: due ? then('interest') : ZERO,
    }
    const before = { ...each, due, settled, paidOn: null, dropped: false }
    if (!numbers.has(number)) return before
    const uncharged = { lateOn: null, lateCharge: ZERO }
    return { ...before, ...uncharged, settled: { ...settled, lateCharge: ZERO } }
  })
  const { accruedUntil, startsOn, writtenOffOn } = loan
  const then: Loan = {
    ...{ ...loan, instalments, buyerCredit: ZERO, writtenOff: ZERO },
    // The days of the running period count from its beginning.
    ...{ accrued: 0, accruedUntil: accruedUntil === null ? null : startsOn },
    writtenOffOn: writtenOffOn !== null && writtenOffOn > valueOn ? null : writtenOffOn,
  }
  return { ...then, receivable: owed(then) }
}

const writeOffs: ReadonlySet<string> = new Set(['write_off', 'write_off_undo'])

const sumOf = (allocations: readonly Allocation[]): Cents =>
  add(ZERO, ...allocations.map(({ amount }) => amount))

const settledOf = (
  allocations: readonly Allocation[],
  { number, component }: Pick<Allocation, 'number' | 'component'>,
): Cents =>
  sumOf(allocations.filter((each) => each.number === number && each.component === component))
