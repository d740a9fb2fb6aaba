/** When a store is paid: how often, and on which day of the week or the month. */
import type { PayoutScheduleWish, payoutIntervals, weekdays } from '@svc/api'

type Weekday = (typeof weekdays)[number]

export type PayoutSchedule = {
  readonly interval: (typeof payoutIntervals)[number]
  /** Of a weekly one. */
  readonly weekday: Weekday | null
  /** Of a monthly one. */
  readonly day: number | null
}

export const standardSchedule: PayoutSchedule = { interval: 'weekly', weekday: 'monday', day: null }

/** What was left out is Monday, or the first of the month. */
export function payoutSchedule({ interval, weekday, day }: PayoutScheduleWish): PayoutSchedule {
  return {
    interval,
    weekday: interval === 'weekly' ? (weekday ?? 'monday') : null,
    day: interval === 'monthly' ? (day ?? 1) : null,
  }
}

type Fault = readonly [path: string, sentence: string]

export function scheduleFaults({ interval, weekday, day }: PayoutScheduleWish): Fault[] {
  const faults: Fault[] = []
  if (weekday !== undefined && interval !== 'weekly') {
    faults.push(['weekday', 'belongs to the interval weekly: leave it out'])
  }
  if (day !== undefined && interval !== 'monthly') {
    faults.push(['day', 'belongs to the interval monthly: leave it out'])
  }
  return faults
}
