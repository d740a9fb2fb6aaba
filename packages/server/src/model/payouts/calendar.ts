/**
 * The days on which a store is paid, each as it begins in the store's time zone. Invariants: 1. The
 * next payout is always later than the moment from which one looks, so what was missed is made up
 * for once. 2. A month that lacks the day has it on its last.
 */
import { weekdays } from '@svc/api'
import { localDate, parseDate } from '../../platform/time/dates.ts'
import type { PayoutSchedule } from './schedule.ts'

const DAY_MS = 86_400_000

/** The next payout date after this time; null: manual payouts only. */
export function nextPayoutAt(schedule: PayoutSchedule, timeZone: string, after: Date): Date | null {
  if (schedule.interval === 'manual') return null
  let day = firstFrom(schedule, new Date(`${localDate(after, timeZone)}T00:00:00Z`))
  for (;;) {
    // Not always midnight: a clock change may skip it.
    const at = parseDate(day.toISOString().slice(0, 10), timeZone)?.instant
    if (at === undefined || at > after) return at ?? null
    day = firstFrom(schedule, later(day, 1))
  }
}

/** Days are computed in UTC, where all have the same length. */
function later(day: Date, days: number): Date {
  return new Date(day.getTime() + days * DAY_MS)
}

/** The first day of the schedule that is this one or later. */
function firstFrom({ interval, weekday, day: dayOfMonth }: PayoutSchedule, day: Date): Date {
  if (interval === 'weekly') {
    const wanted = weekdays.indexOf(weekday ?? 'monday') + 1
    return later(day, (wanted - day.getUTCDay() + 7) % 7)
  }
  if (interval !== 'monthly') return day
  const thisMonth = dayOf(day.getUTCFullYear(), day.getUTCMonth(), dayOfMonth ?? 1)
  if (thisMonth >= day) return thisMonth
  return dayOf(day.getUTCFullYear(), day.getUTCMonth() + 1, dayOfMonth ?? 1)
}

/** The day of a month, or its last. */
function dayOf(year: number, month: number, day: number): Date {
  const last = new Date(Date.UTC(year, month + 1, 0))
  return day >= last.getUTCDate() ? last : new Date(Date.UTC(year, month, day))
}
