/** The payout schedule of a store: how often, and on which day of the week or month. */
import type { PayoutSchedulePatch, payoutIntervals, weekdays } from '@svc/api'

type Weekday = (typeof weekdays)[number]

export type PayoutSchedule = {
  readonly interval: (typeof payoutIntervals)[number]
  /** For a weekly one. */
  readonly weekday: Weekday | null
  /** For a monthly one. */
  readonly day: number | null
  /** The number of days that a scheduled payout waits before it is paid; absent: none. */
  readonly hold_days?: number
}

export const standardSchedule: PayoutSchedule = { interval: 'weekly', weekday: 'monday', day: null }

/** After a merge patch. A new interval starts on Monday, or on the first of the month. */
export function patchedSchedule(
  stored: PayoutSchedule,
  patch: PayoutSchedulePatch,
): PayoutSchedule {
  const { interval: wanted, weekday, day, hold_days: days } = { ...stored, ...patch }
  const interval = wanted ?? standardSchedule.interval
  return {
    interval,
    weekday: interval === 'weekly' ? (weekday ?? 'monday') : null,
    day: interval === 'monthly' ? (day ?? 1) : null,
    ...(days ? { hold_days: days } : {}),
  }
}

type Fault = readonly [path: string, sentence: string]

/** Members of a patch that the resulting schedule does not have. */
export function scheduleFaults(patch: PayoutSchedulePatch, after: PayoutSchedule): Fault[] {
  const faults: Fault[] = []
  if (typeof patch.weekday === 'string' && after.interval !== 'weekly') {
    faults.push(['weekday', 'belongs to the interval weekly: leave it out'])
  }
  if (typeof patch.day === 'number' && after.interval !== 'monthly') {
    faults.push(['day', 'belongs to the interval monthly: leave it out'])
  }
  return faults
}
