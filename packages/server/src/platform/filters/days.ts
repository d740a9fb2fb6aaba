/**
 * Dates in filters: a day is the store's, whether it has 23, 24 or 25 hours, and so are months and
 * hours.
 */
import { type ParsedDate, parseDate } from '../time/dates.ts'
import type { CalendarPart, Comparison, Test } from './list-table.ts'

type Read = { readonly test: Test; readonly fault?: never } | { readonly fault: string }

export const NO_DATE = {
  fault: 'must be a date that exists, such as 2026-11-21 or 2026-11-21T05:32:21+01:00',
}
/** In a query an unescaped + arrives as a space. */
const LOST_PLUS = /^(\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}\S*) (?=\d{2}:?\d{2}$)/
/** Finer than the milliseconds of our instants. */
const FINER = /\.\d{3}\d*[1-9]/

const after = (instant: Date): Date => new Date(instant.getTime() + 1)

/** A date in a query. */
export function readMoment(text: string, timeZone: string): ParsedDate | undefined {
  return parseDate(text.replace(LOST_PLUS, '$1+'), timeZone)
}

/** A date without a time means the whole day. */
export function readDate(comparison: Comparison, text: string, timeZone: string): Read {
  const parsed = readMoment(text, timeZone)
  if (parsed === undefined) return NO_DATE
  const begin = parsed.instant
  const end = parsed.dayEnd ?? after(begin)
  const finer = FINER.test(text)
  switch (comparison) {
    case 'exact':
      return finer ? { test: { kind: 'never' } } : instants(begin, end)
    case 'gt':
      return instants(end, null)
    case 'gte':
      return instants(finer ? end : begin, null)
    case 'lt':
      return instants(null, finer ? end : begin)
    case 'lte':
      return instants(null, end)
  }
}

/** After the last year that the database and ISO 8601 agree on there is nothing. */
export const LAST = Date.parse('9999-12-31T23:59:59.999Z')

function instants(from: Date | null, last: Date | null): Read {
  if (from !== null && from.getTime() > LAST) return { test: { kind: 'never' } }
  const until = last !== null && last.getTime() > LAST ? null : last
  return { test: { kind: 'instants', from, until } }
}

function part(name: CalendarPart, least: number, most: number): (text: string) => Read {
  return (text) => {
    const value = /^[0-9]{1,4}$/.test(text) ? Number(text) : -1
    if (value >= least && value <= most) return { test: { kind: 'calendar', part: name, value } }
    return { fault: `must be a whole number from ${least} to ${most}` }
  }
}

export const readMonth = part('month', 1, 12)
export const dayIn = part('day', 1, 31)
export const readHour = part('hour', 0, 23)

/** As two instants, which an index can use. */
export function readYear(text: string, timeZone: string): Read {
  const read = part('year', 1, 9999)(text)
  if (read.fault !== undefined) return read
  const first = (year: number) =>
    parseDate(`${String(year).padStart(4, '0')}-01-01`, timeZone)?.instant ?? null
  return instants(first(Number(text)), first(Number(text) + 1))
}

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

export function readWeekDay(text: string): Read {
  const index = DAYS.indexOf(text.toLowerCase())
  if (index < 0) return { fault: `must be one of: ${DAYS.join(', ')}` }
  return { test: { kind: 'calendar', part: 'isodow', value: index + 1 } }
}

const FORM = '0000-00-00T00:00:00.000000'
const NO_PREFIX = { fault: 'must be the beginning of a date such as 2026-11-21T05:32:21.123000' }

/** The beginning of a time as shown in answers, in UTC. */
export function readPrefix(given: string): Read {
  const whole = given.length === FORM.length + 1 && /z$/i.test(given)
  return prefixOf(whole ? given.slice(0, -1) : given, 'UTC')
}

/** The beginning of a time as shown in answers, in the store's zone and without an offset. */
export function readLocalPrefix(given: string, timeZone: string): Read {
  return prefixOf(given, timeZone)
}

/** All times that begin like this are between two times. */
function prefixOf(given: string, zone: string): Read {
  const text = given.replace(/^(.{10})[ t]/, '$1T')
  const shape = text.replace(/[0-9]/g, '0')
  if (!FORM.startsWith(shape)) return NO_PREFIX
  const from = clamped(text + FORM.slice(text.length), 'up')
  const to = clamped(text + FORM.replaceAll('0', '9').slice(text.length), 'down')
  if (from === undefined || to === undefined || from > to) return { test: { kind: 'never' } }
  return { test: { kind: 'clock', from, to, zone } }
}

/** The nearest existing time, each part within its bounds; undefined if a part has none. */
function clamped(text: string, direction: 'up' | 'down'): string | undefined {
  const bounds: readonly (readonly [number, number, number])[] = [
    [0, 1, 9999],
    [5, 1, 12],
    [8, 1, 31],
    [11, 0, 23],
    [14, 0, 59],
    [17, 0, 59],
  ]
  let fixed = text
  for (const [at, least, most] of bounds) {
    const width = at === 0 ? 4 : 2
    const value = Number(fixed.slice(at, at + width))
    const bound = at === 8 ? daysOf(Number(fixed.slice(0, 4)), Number(fixed.slice(5, 7))) : most
    if (direction === 'up' ? value > bound : value < least) return undefined
    const near = Math.min(Math.max(value, least), bound)
    fixed = fixed.slice(0, at) + String(near).padStart(width, '0') + fixed.slice(at + width)
  }
  return fixed
}

function daysOf(year: number, month: number): number {
  if (month === 2) {
    return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  }
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}
