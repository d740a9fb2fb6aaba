/**
 * Interest, exact (design §4 "Changes"): an instalment bears the monthly rate on the capital that
 * is not due yet. Of a period in which that capital changes each part counts × days ÷ days of the
 * period; summed, and rounded once, half to even. Nothing runs before the loan does.
 */
import { cents, divideHalfEven, subtract, ZERO } from '@svc/api'
import { addMonths, type Day, daysBetween } from '../calendar.ts'
import { capitalNotDue, type Instalment, type Loan, openParts } from './loan.ts'

/** Hundredths of a percent a year in one: 10000 × 12 months. */
const MONTHLY_DENOMINATOR = 120_000n

/** What has ended some way or other bears none, should it open again. */
const bearsInterest = (loan: Loan): boolean =>
  loan.nominalRate > 0 &&
  loan.cancelledOn === null &&
  loan.withdrawnOn === null &&
  loan.writtenOffOn === null

/** The instalment whose period is running, or is the first to run. */
export function presentInstalment({ instalments }: Loan): Instalment | undefined {
  return instalments.find(({ due, kind }) => !due && kind === 'instalment')
}

/** Counts the days up to today, before anything changes the capital. */
export function accrue(loan: Loan, today: Day): Loan {
  const present = presentInstalment(loan)
  if (!bearsInterest(loan) || loan.accruedUntil === null || present === undefined) return loan
  const until = today < present.dueOn ? today : present.dueOn
  const days = daysBetween(loan.accruedUntil, until)
  if (days <= 0) return loan
  const accrued = cents(loan.accrued + capitalNotDue(loan) * days)
  return { ...loan, accrued, accruedUntil: until }
}

/** Interest of capital × days within the period of an instalment. */
function interestOf(loan: Loan, { number }: Instalment, capitalDays: number) {
  const from = loan.startsOn ?? loan.confirmedOn
  const days = daysBetween(addMonths(from, number - 1), addMonths(from, number))
  const numerator = BigInt(cents(capitalDays)) * BigInt(loan.nominalRate)
  return cents(divideHalfEven(numerator, MONTHLY_DENOMINATOR * BigInt(days)))
}

/** What has run up so far in the present period. */
export function accruedInterest(loan: Loan) {
  const present = presentInstalment(loan)
  return present === undefined ? ZERO : interestOf(loan, present, loan.accrued)
}

/**
 * The interest of every instalment that is not due yet, if all goes on as planned: of the present
 * one with what has run up already.
 */
export function project(loan: Loan): Loan {
  if (loan.product !== 'instalments') return loan
  const present = presentInstalment(loan)
  if (present === undefined) return loan
  let balance = capitalNotDue(loan)
  const instalments = loan.instalments.map((each) => {
    if (each.due || each.kind !== 'instalment') return each
    const interest =
      bearsInterest(loan) && each.number === present.number && loan.accruedUntil !== null
        ? interestOf(
            loan,
            each,
            loan.accrued + balance * Math.max(0, daysBetween(loan.accruedUntil, each.dueOn)),
          )
        : monthlyInterest(loan, balance)
    balance = subtract(balance, openParts(each).capital)
    return interest === each.interest ? each : { ...each, interest }
  })
  return { ...loan, instalments }
}

function monthlyInterest(loan: Loan, balance: number) {
  if (!bearsInterest(loan)) return ZERO
  return cents(divideHalfEven(BigInt(balance) * BigInt(loan.nominalRate), MONTHLY_DENOMINATOR))
}
