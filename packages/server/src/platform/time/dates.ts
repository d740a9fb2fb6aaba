/**
 * Dates on the wire (contract §1). What arrives is a date, or a date with a time that carries an
 * offset or stands in the store's time zone; what leaves is text with microseconds. An instant
 * inside the service is a `Date`, so the last three digits of the microseconds are always zero.
 */
import { Temporal } from 'temporal-polyfill'
import { BoundedMap } from '../bounded-map.ts'

export type ParsedDate = {
  readonly instant: Date
  /**
   * Of a date without a time: the end, exclusive, of the day that it stands for, which starts at
   * `instant` in the given time zone. The same instant for a day that the zone skipped.
   */
  readonly dayEnd: Date | undefined
}

const DATE = /(\d{4})-(\d{2})-(\d{2})/.source
const TIME = /(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?/.source
const OFFSET = /([Zz]|[+-]\d{2}:?\d{2})?/.source
const SHAPE = new RegExp(`^${DATE}(?:[Tt ]${TIME}${OFFSET})?$`)

const MINUTE = 60_000
/**
 * The first instant of year 1 and the last of year 9999: beyond them neither ISO 8601 nor the
 * database agree.
 */
const EARLIEST = Date.parse('0001-01-01T00:00:00Z')
const LATEST = Date.parse('9999-12-31T23:59:59.999Z')

/** Whether the text is written like a date, be it one that exists or not. */
export function hasDateShape(text: string): boolean {
  return SHAPE.test(text)
}

/**
 * Undefined when the text is not written as contract §1 wants it, or when the calendar has no such
 * date or time.
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

/** Of a day that the zone skipped, where the next one starts. */
function startOf(date: Temporal.PlainDate, timeZone: string): number {
  return date.toZonedDateTime(timeZone).epochMilliseconds
}

/** `2026-11-21T04:32:21.123000Z` */
export function utcMicros(date: Date): string {
  return `${date.toISOString().slice(0, -1)}000Z`
}

/**
 * `2026-11-21T05:32:21.123000+01:00`. ISO 8601 has no seconds of an offset: where a clock of former
 * centuries has some, the text is the same instant by the nearest minute.
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

/** Clocks of former centuries differ from UTC by seconds too. */
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

/** A stretch of time between two clock changes. */
type Stretch = {
  readonly from: number
  readonly until: number
  readonly minutes: number
  readonly milliseconds: number
}

/**
 * Looking an offset up costs microseconds, and responses hold many dates that lie in the same few
 * half-years, so the stretches already seen are kept. The bound is for a caller who asks about
 * thousands of years.
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
  // Searching backwards starts a millisecond later, so that a change at this very instant is found.
  const before = zoned.add({ milliseconds: 1 }).getTimeZoneTransition('previous')
  const after = zoned.getTimeZoneTransition('next')
  return {
    from: before?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    until: after?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    minutes: Math.round(zoned.offsetNanoseconds / 60e9),
    milliseconds: Math.round(zoned.offsetNanoseconds / 1e6),
  }
}
