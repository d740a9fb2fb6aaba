/** The requests about the clock, as domain types. */
import type { TestClockWish } from '@svc/api'
import { parseDate } from '../../platform/time/dates.ts'
import type { Destination } from './set-test-clock.ts'

/** A checked body; a date without a time is the beginning of the day. */
export function destinationOf({ now, advance }: TestClockWish, timeZone: string): Destination {
  if (advance === 'next_due') return { to: 'next due' }
  if (advance !== undefined) return { by: advance }
  return { at: now === undefined ? undefined : parseDate(now, timeZone)?.instant }
}

/** Faults beyond the schema. */
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
