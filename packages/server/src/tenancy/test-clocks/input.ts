/** What requests say of the clock, in the words of the domain. */
import type { TestClockWish } from '@svc/api'
import { parseDate } from '../../platform/time/dates.ts'
import type { Destination } from './set-test-clock.ts'

/** A body that has passed its checks; a date without a time is the beginning of the day. */
export function destinationOf({ now, advance }: TestClockWish, timeZone: string): Destination {
  if (advance === 'next_due') return { to: 'next due' }
  if (advance !== undefined) return { by: advance }
  return { at: now === undefined ? undefined : parseDate(now, timeZone)?.instant }
}

/** Beside the faults of the schema. */
export function destinationFaults(
  { now, advance }: TestClockWish,
  timeZone: string,
): Record<string, string[]> {
  const faults: Record<string, string[]> = {}
  if (now !== undefined && parseDate(now, timeZone) === undefined) {
    faults.now = ['is not a date that exists']
  }
  if (now !== undefined && advance !== undefined) faults.advance = ['cannot be combined with now']
  return faults
}
