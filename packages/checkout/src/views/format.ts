/** Amounts, rates and days in the buyer's language. */

export type Formats = {
  /** For an amount of the wire, which has two implied decimals in every currency. */
  money(amount: number): string
  /** For a rate of the wire: hundredths of a percent. */
  rate(rate: number): string
  day(date: string): string
  shortDay(date: string): string
  /** If the year is obvious. */
  dayOfYear(date: string): string
  time(moment: string): string
}

/** Days have no time zone: reading and writing them in the same one keeps them. */
const ZONE = { timeZone: 'UTC' } as const

export function formatsOf(locale: string, currency: string): Formats {
  const whole = (amount: number) => amount % 100 === 0
  const common = { style: 'currency', currency, useGrouping: true } as const
  const usual = new Intl.NumberFormat(locale, common)
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  const exact = new Intl.NumberFormat(locale, { ...common, ...digits })
  const rates = new Intl.NumberFormat(locale, { style: 'percent', useGrouping: true, ...digits })
  const year = { day: 'numeric', month: 'long', year: 'numeric', ...ZONE } as const
  const days = new Intl.DateTimeFormat(locale, year)
  const shortDays = new Intl.DateTimeFormat(locale, { ...year, month: 'short' })
  const { year: _, ...dayAndMonth } = year
  const daysOfYear = new Intl.DateTimeFormat(locale, { ...dayAndMonth, month: 'short' })
  const times = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
  return {
    money: (amount) => (whole(amount) ? usual : exact).format(amount / 100),
    rate: (rate) => rates.format(rate / 10_000),
    day: (date) => days.format(new Date(`${date}T00:00:00Z`)),
    shortDay: (date) => shortDays.format(new Date(`${date}T00:00:00Z`)),
    dayOfYear: (date) => daysOfYear.format(new Date(`${date}T00:00:00Z`)),
    time: (moment) => times.format(new Date(moment)),
  }
}
