/** The model's own calendar: days as numbers since 1970, and what a clock shows in a time zone. */

const DAY = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, made)
  return made
}

const QUARTER = 900_000
const offsets = new Map<string, Map<number, number>>()

/** What a clock in the zone shows, as if it were UTC; clocks change at quarters of an hour. */
function shown(at: number, zone: string): number {
  const quarter = Math.floor(at / QUARTER)
  const known = offsets.get(zone) ?? new Map<number, number>()
  offsets.set(zone, known)
  const days = known.get(quarter)
  if (days !== undefined) return at + days
  const offset = lookUp(quarter * QUARTER, zone) - quarter * QUARTER
  known.set(quarter, offset)
  return at + offset
}

function lookUp(at: number, zone: string): number {
  const parts: Record<string, number> = {}
  for (const { type, value } of formatOf(zone).formatToParts(at)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

export const dayAt = (at: number, zone: string): number => Math.floor(shown(at, zone) / DAY)

/** The first moment of a day: the earliest at which a clock there shows it. */
export const beginningOf = (day: number, zone: string): number => firstAt(day * DAY, zone)

/** The moment at which a clock there shows that hour of a day for the first time. */
export const hourOf = (day: number, hour: number, zone: string): number =>
  firstAt(day * DAY + hour * 3_600_000, zone)

function firstAt(wanted: number, zone: string): number {
  let low = Math.floor((wanted - DAY) / QUARTER)
  let high = Math.ceil((wanted + DAY) / QUARTER)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (shown(middle * QUARTER, zone) >= wanted) high = middle
    else low = middle
  }
  return high * QUARTER
}

export function dayText(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10)
}

const lastDayOf = (year: number, month: number): number =>
  new Date(Date.UTC(year, month + 1, 0)).getUTCDate()

/** The same day of a later month, or its last. */
export function monthsLater(day: number, months: number): number {
  const from = new Date(day * DAY)
  const index = from.getUTCFullYear() * 12 + from.getUTCMonth() + months
  const year = Math.floor(index / 12)
  const month = index - year * 12
  const date = Math.min(from.getUTCDate(), lastDayOf(year, month))
  return Date.UTC(year, month, date) / DAY
}

/** 0 is Sunday. */
export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7

/** Spain's: day and month; and Good Friday. */
const holidays = ['1/1', '6/1', '1/5', '15/8', '12/10', '1/11', '6/12', '8/12', '25/12']

/** Easter Sunday by Gauss, with the corrections for 1900 to 2199. */
function easterOf(year: number): number {
  const [m, n] = year < 2100 ? [24, 5] : [24, 6]
  const d = (19 * (year % 19) + m) % 30
  const e = (2 * (year % 4) + 4 * (year % 7) + 6 * d + n) % 7
  const late = (d === 29 && e === 6) || (d === 28 && e === 6 && year % 19 > 10)
  return Date.UTC(year, 2, 22) / DAY + d + e - (late ? 7 : 0)
}

/** Fourteen days, to the end of a day on which people work (decision 0067). */
export function lastDayToWithdraw(from: number): number {
  let last = from + 14
  for (;;) {
    const date = new Date(last * DAY)
    const name = `${date.getUTCDate()}/${date.getUTCMonth() + 1}`
    const goodFriday = easterOf(date.getUTCFullYear()) - 2
    const rests = [0, 6].includes(weekdayOf(last)) || holidays.includes(name)
    if (!rests && last !== goodFriday) return last
    last += 1
  }
}
