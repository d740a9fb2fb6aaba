/**
 * Dates on the wire (contract §1). Input is a date, or a date with a time that has an offset or is
 * in the store's time zone; output is text with microseconds. An instant inside the service is a
 * `Date`, so the last three digits of the microseconds are always zero.
 */
import { Temporal } from 'temporal-polyfill'
import { BoundedMap } from '../bounded-map.ts'

export type ParsedDate = {
  readonly instant: Date
  /**
   * For a date without a time: the exclusive end of its day, which starts at `instant` in the given
   * time zone. The same instant for a day that the zone skipped.
   */
  readonly dayEnd: Date | undefined
}

const DATE = /(\d{4})-(\d{2})-(\d{2})/.source
const TIME = /(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?/.source
const OFFSET = /([Zz]|[+-]\d{2}:?\d{2})?/.source
const SHAPE = new RegExp(`^${DATE}(?:[Tt ]${TIME}${OFFSET})?$`)

const MINUTE = 60_000
/**
 * The first instant of year 1 and the last of year 9999: beyond them ISO 8601 and the database
 * disagree.
 */
const EARLIEST = Date.parse('0001-01-01T00:00:00Z')
const LATEST = Date.parse('9999-12-31T23:59:59.999Z')

/** Whether the text has the form of a date, whether it exists or not. */
export function hasDateShape(text: string): boolean {
  return SHAPE.test(text)
}

/**
 * Undefined if the text does not have the form of contract §1, or if the calendar has no such date
 * or time.
 */
export function parseDate(text: string, timeZone: string): ParsedDate | undefined {
  const match = SHAPE.exec(text)
  if (match === null) return undefined
  const [, year, month, day, hour, minute, second = '0', fraction = '', offset] = match
  if (!isCalendarDate(Number(year), Number(month), Number(day))) return undefined
  let time: number | undefined
  let dayEnd: Date | undefined
  if (hour === undefined) {
    const date = Temporal.PlainDate.from(text)
    time = startOf(date, timeZone)
    dayEnd = new Date(startOf(date.add({ days: 1 }), timeZone))
  } else {
    if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
    const date = `${year}-${month}-${day}`
    const milliseconds = fraction.padEnd(3, '0').slice(0, 3)
    const wall = `${date}T${hour}:${minute}:${second.padStart(2, '0')}.${milliseconds}`
    time = offset === undefined ? zonedTime(wall, timeZone) : offsetTime(wall, offset)
  }
  if (time === undefined || time < EARLIEST || time > LATEST) return undefined
  return { instant: new Date(time), dayEnd }
}

/** For a day that the zone skipped: the start of the next one. */
function startOf(date: Temporal.PlainDate, timeZone: string): number {
  return date.toZonedDateTime(timeZone).epochMilliseconds
}

/** `2026-11-21T04:32:21.123000Z` */
export function utcMicros(date: Date): string {
  return `${date.toISOString().slice(0, -1)}000Z`
}

/**
 * `2026-11-21T05:32:21.123000+01:00`. ISO 8601 offsets have no seconds: if a historical clock has
 * some, the text is the same instant with the nearest minute.
 */
export function localMicros(date: Date, timeZone: string): string {
  const minutes = offsetMinutes(date.getTime(), timeZone)
  return `${wallClock(date, minutes).slice(0, -1)}000${formatOffset(minutes)}`
}

/** `2026-11-21` */
export function localDate(date: Date, timeZone: string): string {
  const wall = exactClock(date, timeZone)
  return wall.slice(0, wall.indexOf('T'))
}

/** `2026-11-21T05:32:21`: what a clock in the time zone shows. */
export function clockSeconds(date: Date, timeZone: string): string {
  return exactClock(date, timeZone).slice(0, -'.123Z'.length)
}

/** `2026-11-21T05:32:21.123000` */
export function clockMicros(date: Date, timeZone: string): string {
  return `${exactClock(date, timeZone).slice(0, -1)}000`
}

/** Historical clocks differ from UTC by seconds too. */
function exactClock(date: Date, timeZone: string): string {
  const time = date.getTime()
  return new Date(time + stretchAt(time, timeZone).milliseconds).toISOString()
}

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function isCalendarDate(year: number, month: number, day: number): boolean {
  if (year < 1 || day < 1 || day > (DAYS[month - 1] ?? 0)) return false
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return month !== 2 || day < 29 || leap
}

/** A time that a clock change skips counts as the one an unchanged clock would have shown. */
function zonedTime(wall: string, timeZone: string): number {
  return Temporal.PlainDateTime.from(wall).toZonedDateTime(timeZone).epochMilliseconds
}

function offsetTime(wall: string, offset: string): number | undefined {
  const utc = Date.parse(`${wall}Z`)
  if (offset === 'Z' || offset === 'z') return utc
  const hours = Number(offset.slice(1, 3))
  const minutes = Number(offset.slice(-2))
  if (hours > 23 || minutes > 59) return undefined
  const distance = (hours * 60 + minutes) * MINUTE
  return offset.startsWith('-') ? utc + distance : utc - distance
}

function wallClock(date: Date, minutes: number): string {
  return new Date(date.getTime() + minutes * MINUTE).toISOString()
}

function formatOffset(minutes: number): string {
  const magnitude = Math.abs(minutes)
  const hours = String(Math.floor(magnitude / 60)).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${hours}:${String(magnitude % 60).padStart(2, '0')}`
}

/** A period between two clock changes. */
type Stretch = {
  readonly from: number
  readonly until: number
  readonly minutes: number
  readonly milliseconds: number
}

/**
 * Looking an offset up costs microseconds, and answers contain many dates in the same few
 * half-years, so the periods are cached. The bound is for a caller who asks for thousands of years.
 */
const STRETCHES_MAX = 64
const stretches = new BoundedMap<string, Stretch[]>(STRETCHES_MAX)

function offsetMinutes(time: number, timeZone: string): number {
  return stretchAt(time, timeZone).minutes
}

function stretchAt(time: number, timeZone: string): Stretch {
  let known = stretches.get(timeZone)
  if (known !== undefined) {
    for (const stretch of known) {
      if (time >= stretch.from && time < stretch.until) return stretch
    }
  }
  const next = findStretch(time, timeZone)
  if (known === undefined || known.length >= STRETCHES_MAX) {
    known = []
    stretches.set(timeZone, known)
  }
  known.push(next)
  return next
}

function findStretch(time: number, timeZone: string): Stretch {
  const zoned = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone)
  // The backward search starts a millisecond later, so that a change at this very instant is found.
  const before = zoned.add({ milliseconds: 1 }).getTimeZoneTransition('previous')
  const after = zoned.getTimeZoneTransition('next')
  return {
    from: before?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    until: after?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    minutes: Math.round(zoned.offsetNanoseconds / 60e9),
    milliseconds: Math.round(zoned.offsetNanoseconds / 1e6),
  }
}
