/**
 * Interest, exact (design §4 "Changes"): an instalment bears the monthly rate on capital that is
 * not due yet. If that capital changes within a period, each part counts × days ÷ days of the
 * period; the sum is rounded once, half to even. No interest accrues before the loan runs.
 */
import { cents, divideHalfEven, subtract, ZERO } from '@svc/api'
import { addMonths, type Day, daysBetween } from '../../platform/time/calendar.ts'
import { capitalNotDue, type Instalment, type Loan, openParts } from './loan.ts'

/** Hundredths of a percent per year in 1: 10000 × 12 months. */
const MONTHLY_DENOMINATOR = 120_000n

/** Ended instalments bear no interest, even if they open again. */
export const bearsInterest = (loan: Loan): boolean =>
  loan.nominalRate > 0 &&
  loan.cancelledOn === null &&
  loan.withdrawnOn === null &&
  loan.writtenOffOn === null

/** The instalment of the current period, or of the first one. */
export function presentInstalment({ instalments }: Loan): Instalment | undefined {
  return instalments.find(({ due, kind }) => !due && kind === 'instalment')
}

/** The day from which an instalment bears interest: the planned date of the previous one. */
const periodBegin = ({ startsOn, confirmedOn }: Loan, number: number): Day =>
  addMonths(startsOn ?? confirmedOn, number - 1)

/**
 * The day until which the period of an instalment has been counted; undefined before it has begun,
 * even if the previous one ended early.
 */
function countedUntil(loan: Loan, { number }: Instalment): Day | undefined {
  const until = loan.accruedUntil
  return until === null || until < periodBegin(loan, number) ? undefined : until
}

/** Counts the days up to today, before the capital changes. */
export function accrue(loan: Loan, today: Day): Loan {
  const present = presentInstalment(loan)
  if (!bearsInterest(loan) || loan.accruedUntil === null || present === undefined) return loan
  const until = today < present.dueOn ? today : present.dueOn
  const counted = countedUntil(loan, present)
  const days = daysBetween(counted ?? periodBegin(loan, present.number), until)
  if (days <= 0) return loan
  const before = counted === undefined ? 0 : loan.accrued
  return { ...loan, accrued: cents(before + capitalNotDue(loan) * days), accruedUntil: until }
}

/** Interest of capital × days within the period of an instalment. */
function interestOf(loan: Loan, { number }: Instalment, capitalDays: number) {
  const days = daysBetween(periodBegin(loan, number), periodBegin(loan, number + 1))
  const numerator = BigInt(cents(capitalDays)) * BigInt(loan.nominalRate)
  return cents(divideHalfEven(numerator, MONTHLY_DENOMINATOR * BigInt(days)))
}

/** The interest accrued so far in the current period. */
export function accruedInterest(loan: Loan) {
  const present = presentInstalment(loan)
  if (present === undefined || countedUntil(loan, present) === undefined) return ZERO
  return interestOf(loan, present, loan.accrued)
}

/**
 * The interest of every instalment that is not due yet, if everything goes as planned: for the
 * current one including the accrued interest.
 */
export function project(loan: Loan): Loan {
  if (loan.product !== 'instalments') return loan
  const present = presentInstalment(loan)
  if (present === undefined) return loan
  const counted = countedUntil(loan, present)
  let balance = capitalNotDue(loan)
  const instalments = loan.instalments.map((each) => {
    if (each.due || each.kind !== 'instalment') return each
    const interest =
      bearsInterest(loan) && each.number === present.number && counted !== undefined
        ? interestOf(
            loan,
            each,
            loan.accrued + balance * Math.max(0, daysBetween(counted, each.dueOn)),
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
