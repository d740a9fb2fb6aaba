/** When a day is closed (decision 0141). Pure. */
import { addDays, type Day, dayOf, instantOf } from '../../platform/time/calendar.ts'

/** As all days of the lender (record 0112). */
const UTC = 'UTC'
const HOURS_MS = 3_600_000

/** The moment at which a day is over. */
export const endOf = (of: Day): Date => instantOf(addDays(of, 1), 0, UTC)

/**
 * The day that is closed next; undefined: none is over for an hour. By then whatever was booked in
 * it is committed: no operation lasts so long, and a process whose clock is wrong rests.
 */
export function dayToClose(last: Day | undefined, now: Date): Day | undefined {
  const over = addDays(dayOf(new Date(now.getTime() - HOURS_MS), UTC), -1)
  if (last === undefined) return over
  return last < over ? addDays(last, 1) : undefined
}
