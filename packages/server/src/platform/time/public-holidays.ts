/**
 * Spain's national public holidays, of which the law lets no year go without (Estatuto de los
 * Trabajadores, article 37.2; Real Decreto 2001/1983, article 45). Those of regions and towns are
 * not among them (decision 0067).
 */
import { addDays, type Day, day, weekdayOf } from './calendar.ts'

const FIXED: ReadonlySet<string> = new Set([
  '01-01',
  '01-06',
  '05-01',
  '08-15',
  '10-12',
  '11-01',
  '12-06',
  '12-08',
  '12-25',
])
const GOOD_FRIDAY_BEFORE_EASTER = -2

/**
 * Easter Sunday of the Gregorian calendar: the Sunday after the first full moon of spring, by the
 * tables of 1582 (Knuth, The Art of Computer Programming 1.3.2, exercise 14).
 */
export function easterOf(year: number): Day {
  const golden = (year % 19) + 1
  const century = Math.floor(year / 100) + 1
  const skippedLeapDays = Math.floor((3 * century) / 4) - 12
  const moonDrift = Math.floor((8 * century + 5) / 25) - 5
  const sundays = Math.floor((5 * year) / 4) - skippedLeapDays - 10
  const age = (((11 * golden + 20 + moonDrift - skippedLeapDays) % 30) + 30) % 30
  const epact = (age === 25 && golden > 11) || age === 24 ? age + 1 : age
  const moon = epact > 23 ? 74 - epact : 44 - epact
  const sunday = moon + 7 - ((sundays + moon) % 7)
  return addDays(day(`${year}-03-01`), sunday - 1)
}

/** Neither a Saturday or Sunday nor a public holiday. */
export function isWorkingDay(of: Day): boolean {
  const weekday = weekdayOf(of)
  if (weekday === 0 || weekday === 6 || FIXED.has(of.slice(5))) return false
  return of !== addDays(easterOf(Number(of.slice(0, 4))), GOOD_FRIDAY_BEFORE_EASTER)
}

/**
 * The end of a period of days: its last day, or the next working day after it if that is not one
 * (Regulation 1182/71, article 3(4)).
 */
export function endOfPeriod(last: Day): Day {
  return isWorkingDay(last) ? last : endOfPeriod(addDays(last, 1))
}
