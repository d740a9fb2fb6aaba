/**
 * Money as written on a store's page, and as shown by the widget. Whole minor units (two implied
 * decimals) from the digits on: nothing is computed with fractions.
 */

/**
 * Digits alone, or in groups of three (or two, as in India) with the same separator between them.
 */
const grouped = /^(?:\d+|\d{1,3}(?=([.,'’ ]))(?:\1\d\d\d?)*\1\d{3})$/

/**
 * The price in a text: `1.234,56 €`, `€1,234.56`, `1 234,56`, `1234`. Of several numbers the first
 * with a currency symbol, otherwise the first that is not a percentage. Undefined if a number is
 * ambiguous.
 */
export function readPrice(text: string, currency: string): number | undefined {
  const sign = `(\\p{Sc}|${currency.replace(/\W/g, '') || '€'}`
  const number = `([-−])? ?${sign})? ?(\\d(?:[\\d.,'’ ]*\\d)?)[.,–\\- ]*${sign}|%)?`
  // Cents in an element of their own may have spaces before them.
  const line = text.replace(/\s+/g, ' ').replace(/ (?=[.,]\d)/g, '')
  let first: number | undefined
  for (const match of line.matchAll(new RegExp(number, 'gu'))) {
    const [, minus, before, digits = '', after] = match
    if (after === '%') continue
    const [, whole = digits, cents = ''] = /^(.*)[.,](\d\d?)$/.exec(digits) ?? []
    const isPrice = !minus && grouped.test(whole)
    const price = isPrice ? Number(whole.replace(/\D/g, '') + cents.padEnd(2, '0')) : undefined
    if (before || after) return price
    first ??= price
  }
  return first
}

/** Formats of amounts, rates and days. */
export type Formats = {
  money(cents: number): string
  rate(hundredths: number): string
  date(day: string | number): string
}

/**
 * Euros and rates as in the service's own texts next to them, in either language; other currencies
 * by the tag's locale. Throws if the tag or the currency is invalid.
 */
export function formatsOf(tag: string, currency: string): Formats {
  const isSpanish = !/^en/i.test(tag)
  const [group = '', point = '', space = ''] = isSpanish ? '.,\u00a0' : ',.'
  const write = (hundredths: number) =>
    (hundredths / 100)
      .toFixed(2)
      .replace('.', point)
      .replace(/\B(?=(\d{3})+\D)/g, group)
  // The wire has two decimals; a currency without cents shows them if there are any.
  const format = {
    style: 'currency',
    currency,
    maximumFractionDigits: 2,
    useGrouping: true,
  } as const
  // Loading `Intl` takes a browser longer than everything else that a widget does.
  const other = currency === 'EUR' ? undefined : new Intl.NumberFormat(tag, format)
  return {
    money: (cents) =>
      other ? other.format(cents / 100) : isSpanish ? `${write(cents)}\u00a0€` : `€${write(cents)}`,
    rate: (hundredths) => `${write(hundredths)}${space}%`,
    date: (day) => new Date(day).toLocaleDateString(tag, { dateStyle: 'medium', timeZone: 'UTC' }),
  }
}
