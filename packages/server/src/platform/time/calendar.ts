/**
 * Calendar days of a store: credit counts in days of its time zone, never in instants. A `Day` is
 * `YYYY-MM-DD`, so days sort as text.
 */
import { Temporal } from 'temporal-polyfill'
import { localDate } from './dates.ts'

declare const dayBrand: unique symbol
/** A date of the calendar, `2026-11-21`. */
export type Day = string & { readonly [dayBrand]: true }

const SHAPE = /^(\d{4})-(\d{2})-(\d{2})$/
const DAY_MS = 24 * 3_600_000

/** Brands a date that exists. Throws on anything else: it would be a fault in our own code. */
export function day(text: string): Day {
  const match = SHAPE.exec(text)
  const time = match === null ? Number.NaN : Date.parse(`${text}T00:00:00Z`)
  const date = Number.isNaN(time) ? undefined : dayAt(time)
  if (date === undefined || date !== text) throw new RangeError(`not a date: ${text}`)
  return date
}

/** The same for a text from others; undefined: it is not a date. */
export function dayIn(text: string): Day | undefined {
  try {
    return day(text)
  } catch {
    return undefined
  }
}

const timeOf = (of: Day): number => Date.parse(`${of}T00:00:00Z`)
// The date of an instant in UTC.
const dayAt = (time: number): Day => new Date(time).toISOString().slice(0, 10) as Day

/** The date that a clock in the time zone shows. */
export function dayOf(instant: Date, timeZone: string): Day {
  return day(localDate(instant, timeZone))
}

export function addDays(from: Day, days: number): Day {
  return dayAt(timeOf(from) + days * DAY_MS)
}

/**
 * The same day of a later (or earlier) month; if that month lacks it, its last day. Always counted
 * from the first date of a series, never from one to the next: 31 January, 28 February, 31 March.
 */
export function addMonths(from: Day, months: number): Day {
  const [year = 0, month = 0, date = 0] = from.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0))
  const last = lastOfMonth.getUTCDate()
  return dayAt(lastOfMonth.getTime() - Math.max(0, last - date) * DAY_MS)
}

export const firstOfMonth = (of: Day): Day => addDays(of, 1 - Number(of.slice(-2)))

/** Days from one to the other, negative when the other is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((timeOf(to) - timeOf(from)) / DAY_MS)
}

export const laterOf = (a: Day, b: Day): Day => (a > b ? a : b)

/** 0 is Sunday. */
export const weekdayOf = (of: Day): number => new Date(timeOf(of)).getUTCDay()

/** From Monday to Friday; the holidays of a country are not known here. */
export function nextWorkingDay(after: Day): Day {
  const next = addDays(after, 1)
  const weekday = weekdayOf(next)
  return weekday === 6 ? addDays(next, 2) : weekday === 0 ? addDays(next, 1) : next
}

/**
 * The instant of an hour of a day in the time zone, 0 for its beginning; one that a clock change
 * skips counts as the one an unchanged clock would have shown.
 */
export function instantOf(of: Day, hour: number, timeZone: string): Date {
  const date = Temporal.PlainDate.from(of)
  const zoned =
    hour === 0
      ? date.toZonedDateTime(timeZone)
      : date.toPlainDateTime({ hour }).toZonedDateTime(timeZone)
  return new Date(zoned.epochMilliseconds)
}
