/** What requests say of deliveries, in the words of the domain. */
import type { LenderRecoverWish } from '@svc/api'
import { parseDate } from '../../platform/time/dates.ts'
import type { RecoverInput } from './delivery.ts'

type Range = Pick<RecoverInput, 'from' | 'until'>

/** A body that has passed its checks; a date without a time means the whole day. */
export function recoveryOf({ since, after, until }: LenderRecoverWish, timeZone: string): Range {
  const start = parseDate(since ?? '', timeZone)?.instant
  const from = start === undefined ? { after: after ?? '' } : { since: start }
  return { from, until: endOf(until, timeZone) }
}

function endOf(text: string | undefined, timeZone: string): Date | undefined {
  const parsed = parseDate(text ?? '', timeZone)
  if (parsed === undefined) return undefined
  return parsed.dayEnd ?? parsed.instant
}

/** Beside the faults of the schema: what the members are to each other, and to the time zone. */
export function recoveryFaults(
  body: LenderRecoverWish,
  timeZone: string,
): Record<string, string[]> {
  const { since, after, until } = body
  const faults: Record<string, string[]> = {}
  const start = parseDate(since ?? '', timeZone)?.instant
  const end = endOf(until, timeZone)
  if (since !== undefined && start === undefined) faults.since = ['is not a date that exists']
  if (until !== undefined && end === undefined) faults.until = ['is not a date that exists']
  // One that is there but wrong has a fault of its own.
  if (!('since' in body || 'after' in body)) faults.since = ['since or after is required']
  if (since !== undefined && after !== undefined) faults.after = ['cannot be combined with since']
  if (start !== undefined && end !== undefined && end <= start) {
    faults.until = ['must lie after since']
  }
  return faults
}
