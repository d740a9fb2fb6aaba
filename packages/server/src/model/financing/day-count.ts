/**
 * The time between two days by Directive (EU) 2023/2225, Annex III, part I, remark (c), as the
 * Commission's guidelines explain it (SWD(2012) 128 final, annex 1, 4.1.1; the same words stood in
 * 2008/48/EC as amended by 2011/90/EU and in 2014/17/EU).
 *
 * Whole periods are counted back from the payment towards the first drawdown; what is left is
 * counted in days, the first one out and the last one in, over the length of the year that ends
 * where the whole periods stop. So 12 January to 15 February 2013 is one month back to 15 January
 * 2013, and three days of the year from 15 January 2012, which has 366.
 */
import type { Fraction } from '@svc/api'
import { addDays, addMonths, type Day, daysBetween } from '../../platform/time/calendar.ts'
import { fraction, negated, plus } from './fractions.ts'

export type Period = 'month' | 'week' | 'year' | 'day'

const PERIODS_A_YEAR = { month: 12, week: 52, year: 1 } as const
const MONTHS = { month: 1, year: 12 } as const
const WEEK_DAYS = 7

/** Whole periods, and days of a year with this many days. */
type Interval = {
  readonly periods: number
  readonly periodsAYear: number
  readonly days: number
  readonly yearDays: number
}

/** `to` is not before `from`. */
function intervalBetween(from: Day, to: Day, period: Period): Interval {
  const { periods, stop } = wholePeriods(from, to, period)
  const periodsAYear = period === 'day' ? 1 : PERIODS_A_YEAR[period]
  const days = daysBetween(from, stop)
  const yearDays = days === 0 ? 1 : daysBetween(addMonths(stop, -12), stop)
  return { periods, periodsAYear, days, yearDays }
}

/** The number of whole periods before `to`, and where they stop. */
function wholePeriods(from: Day, to: Day, period: Period): { periods: number; stop: Day } {
  if (period === 'day') return { periods: 0, stop: to }
  if (period === 'week') {
    const periods = Math.trunc(daysBetween(from, to) / WEEK_DAYS)
    return { periods, stop: addDays(to, -WEEK_DAYS * periods) }
  }
  const months = MONTHS[period]
  const [fromYear = 0, fromMonth = 0, fromDate = 0] = from.split('-').map(Number)
  const [toYear = 0, toMonth = 0, toDate = 0] = to.split('-').map(Number)
  const most = Math.trunc(((toYear - fromYear) * 12 + toMonth - fromMonth) / months)
  // What a short month lacks is its last day, from whichever end it is counted: so two ends of
  // months are whole months apart, and so are the 30th and the end of February (decision 0033).
  const whole = fromDate >= toDate && addMonths(from, most * months) === to
  if (whole) return { periods: most, stop: from }
  const stop = addMonths(to, -most * months)
  if (stop >= from) return { periods: most, stop }
  return { periods: most - 1, stop: addMonths(to, -(most - 1) * months) }
}

const yearsOf = ({ periods, periodsAYear, days, yearDays }: Interval): Fraction =>
  plus(fraction(BigInt(periods), BigInt(periodsAYear)), fraction(BigInt(days), BigInt(yearDays)))

/** Exact years from one day to the other, negative when the other is earlier. */
export function yearsBetween(from: Day, to: Day, period: Period): Fraction {
  return from <= to
    ? yearsOf(intervalBetween(from, to, period))
    : negated(yearsOf(intervalBetween(to, from, period)))
}
