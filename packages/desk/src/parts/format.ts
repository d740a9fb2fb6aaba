/** Amounts, days and times in the reader's language. */
import { now } from '../client/clock.ts'
import { t } from '../texts/texts.ts'

const numbers = new Map<string, Intl.NumberFormat>()
const moments = new Map<string, Intl.DateTimeFormat>()

function numberFormat(currency: string): Intl.NumberFormat {
  const key = `${t.locale} ${currency}`
  const known =
    numbers.get(key) ??
    new Intl.NumberFormat(t.locale, {
      ...({ style: 'currency', currency, useGrouping: true } as const),
      ...{ minimumFractionDigits: 2, maximumFractionDigits: 2 },
    })
  numbers.set(key, known)
  return known
}

/** For an amount of the wire, which has two implied decimals in every currency. */
export const money = (amount: number, currency: string): string =>
  numberFormat(currency).format(amount / 100)

/** As one would type it. */
export const amountText = (amount: number): string =>
  new Intl.NumberFormat(t.locale, { useGrouping: false, minimumFractionDigits: 2 }).format(
    amount / 100,
  )

/** For a rate of the wire: hundredths of a percent. */
export const rate = (value: number): string =>
  new Intl.NumberFormat(t.locale, {
    ...({ style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 } as const),
  }).format(value / 10_000)

export const count = (value: number): string => new Intl.NumberFormat(t.locale).format(value)

export const megabytes = (bytes: number): string =>
  new Intl.NumberFormat(t.locale, {
    ...({ style: 'unit', unit: 'megabyte', minimumFractionDigits: 1 } as const),
    maximumFractionDigits: 1,
  }).format(bytes / 1e6)

function momentFormat(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${t.locale} ${name}`
  const known = moments.get(key) ?? new Intl.DateTimeFormat(t.locale, options)
  moments.set(key, known)
  return known
}

const SHORT = { day: 'numeric', month: 'short', year: 'numeric' } as const

/** A day has no zone: reading and writing it in the same one keeps it. */
export const day = (date: string): string =>
  momentFormat('day', { ...SHORT, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))

export const dayAndTime = (moment: string): string =>
  momentFormat('moment', { ...SHORT, hour: '2-digit', minute: '2-digit' }).format(new Date(moment))

export const time = (moment: string | number): string =>
  momentFormat('time', { hour: '2-digit', minute: '2-digit' }).format(new Date(moment))

/** With its zone, for a closer look. */
export const exact = (moment: string): string =>
  momentFormat('exact', { dateStyle: 'full', timeStyle: 'long' }).format(new Date(moment))

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** The time since or until then, in the largest unit that fits. */
export function ago(moment: string): string {
  const seconds = (Date.parse(moment) - now()) / 1_000
  const [unit, size] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? ['minute', 60]
  const format = new Intl.RelativeTimeFormat(t.locale, { numeric: 'auto' })
  return format.format(Math.trunc(seconds / size), unit)
}
