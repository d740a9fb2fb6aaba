/**
 * The next scheduled event of a loan: at eight in the morning in the store's time zone. An amount
 * falls due at the beginning of its day, so any operation on that day books it first (`time.ts`);
 * at eight the worker books the rest, makes charges, and returns credit. Amounts due with the
 * confirmation are charged immediately.
 */
import { add, type Cents, ZERO } from '@svc/api'
import {
  addDays,
  type Day,
  instantOf,
  laterOf,
  nextWorkingDay,
} from '../../platform/time/calendar.ts'
import { type Instalment, type Loan, openAmountOf } from './loan.ts'

const BUSINESS_HOUR = 8

const isOpen = (instalment: Instalment): boolean =>
  instalment.due && openAmountOf(instalment) > ZERO

/** Before the first capture only amounts due with the confirmation are collected. */
const isCollected = (loan: Loan, instalment: Instalment): boolean =>
  isOpen(instalment) && (loan.startsOn !== null || isTakenAtOnce(loan, instalment))

const isTakenAtOnce = ({ product }: Loan, { kind, number }: Instalment): boolean =>
  kind === 'downpayment' || (product === 'pay_in_4' && number === 1)

/** Amounts opened by a chargeback are due again from its day, if their own date has passed. */
const overdueSince = ({ dueOn, reopenedOn }: Instalment): Day => laterOf(dueOn, reopenedOn ?? dueOn)

export const lateFrom = (loan: Loan, instalment: Instalment): Day =>
  addDays(overdueSince(instalment), loan.lateAfterDays)

/** Not late before a charge has been attempted, if charges are made. */
export const mayBeLate = (loan: Loan, instalment: Instalment): boolean =>
  isCollected(loan, instalment) &&
  instalment.lateOn === null &&
  (!loan.collecting || (loan.triedOn !== null && loan.triedOn >= instalment.dueOn))

export const writtenOffFrom = (loan: Loan, instalment: Instalment): Day =>
  addDays(overdueSince(instalment), loan.writeOffAfterDays)

/** For a write-off the oldest open late instalment counts. */
export const isOverdue = (instalment: Instalment): boolean =>
  isOpen(instalment) && instalment.lateOn !== null

/** The next day and hour on which a charge is attempted. */
export function nextCharge(loan: Loan): { on: Day; hour: number } | undefined {
  if (!loan.collecting) return undefined
  const { triedOn } = loan
  const tries = loan.instalments
    .filter((each) => isCollected(loan, each))
    .flatMap((each) => {
      const hour = isTakenAtOnce(loan, each) ? 0 : BUSINESS_HOUR
      const first = { on: each.dueOn, hour }
      const more = loan.retryDays.map((days) => ({
        on: addDays(each.dueOn, days),
        hour: BUSINESS_HOUR,
      }))
      return [first, ...more].filter(({ on }) => triedOn === null || on > triedOn)
    })
  return tries.reduce<(typeof tries)[number] | undefined>(
    (first, each) => (first === undefined || before(each, first) ? each : first),
    undefined,
  )
}

/** The day of the next charge, as far as it is known now. */
export function nextChargeOn(loan: Loan): Day | undefined {
  const known = nextCharge(loan)?.on
  if (known !== undefined || !loan.collecting || loan.startsOn === null) return known
  const ahead = loan.instalments.filter((each) => !each.due && openAmountOf(each) > ZERO)
  return ahead.map(({ dueOn }) => dueOn).sort()[0]
}

type Moment = { readonly on: Day; readonly hour: number }
const before = (a: Moment, b: Moment): boolean => a.on < b.on || (a.on === b.on && a.hour < b.hour)

/** The amount of a charge: everything that is due by now. */
export const chargeAmount = (loan: Loan, today: Day): Cents =>
  add(
    ZERO,
    ...loan.instalments
      .filter((each) => isCollected(loan, each) && each.dueOn <= today)
      .map(openAmountOf),
  )

/** Credit is returned on the next working day. */
export function nextReturn({ creditSince }: Loan): Moment | undefined {
  if (creditSince === null) return undefined
  return { on: nextWorkingDay(creditSince), hour: BUSINESS_HOUR }
}

export const instantOfMoment = ({ timeZone }: Loan, { on, hour }: Moment): Date =>
  instantOf(on, hour, timeZone)

/** The time of the next of these events; null: none without somebody's action. */
export function nextDueAt(loan: Loan): Date | null {
  const days: Moment[] = []
  for (const each of loan.instalments) {
    if (!each.due && loan.startsOn !== null) days.push({ on: each.dueOn, hour: BUSINESS_HOUR })
    if (mayBeLate(loan, each)) days.push({ on: lateFrom(loan, each), hour: BUSINESS_HOUR })
    if (isOverdue(each)) days.push({ on: writtenOffFrom(loan, each), hour: BUSINESS_HOUR })
  }
  const moments = [...days, nextCharge(loan), nextReturn(loan)].filter((each) => each !== undefined)
  const first = moments.reduce<Moment | undefined>(
    (earliest, each) => (earliest === undefined || before(each, earliest) ? each : earliest),
    undefined,
  )
  return first === undefined ? null : instantOfMoment(loan, first)
}
