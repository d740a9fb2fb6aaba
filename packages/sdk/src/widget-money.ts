/**
 * Money as a store's page writes it, and as the widget shows it. Whole minor units (two implied
 * decimals) from the digits on: nothing is computed in fractions.
 */

/** Digits alone, or in groups of three (or two, as in India) with the same mark between them. */
const grouped = /^(?:\d+|\d{1,3}(?=([.,'’ ]))(?:\1\d\d\d?)*\1\d{3})$/

/**
 * What a text says that something costs: `1.234,56 €`, `€1,234.56`, `1 234,56`, `1234`. Of several
 * numbers the first with a sign of money beside it, else the first that is no percentage. Nothing
 * where a number cannot be read for certain.
 */
export function readPrice(text: string, currency: string): number | undefined {
  const sign = `(\\p{Sc}|${currency.replace(/\W/g, '') || '€'}`
  const number = `([-−])? ?${sign})? ?(\\d(?:[\\d.,'’ ]*\\d)?)[.,–\\- ]*${sign}|%)?`
  // Cents that stand in an element of their own may have blanks before them.
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

/** How amounts, rates and days are written. */
export type Formats = {
  money(cents: number): string
  rate(hundredths: number): string
  date(day: string | number): string
}

/**
 * Euros and rates as the service's own texts write them beside it, in either language; other
 * currencies as the tag writes them. Throws where the tag or the currency is none.
 */
export function formatsOf(tag: string, currency: string): Formats {
  const isSpanish = !/^en/i.test(tag)
  const [group = '', point = '', space = ''] = isSpanish ? '.,\u00a0' : ',.'
  const write = (hundredths: number) =>
    (hundredths / 100)
      .toFixed(2)
      .replace('.', point)
      .replace(/\B(?=(\d{3})+\D)/g, group)
  // Two decimals are what there is on the wire; a currency without cents shows them if there are.
  const format = {
    style: 'currency',
    currency,
    maximumFractionDigits: 2,
    useGrouping: true,
  } as const
  // Loading what `Intl` knows takes a browser longer than everything else that a widget does.
  const other = currency === 'EUR' ? undefined : new Intl.NumberFormat(tag, format)
  return {
    money: (cents) =>
      other ? other.format(cents / 100) : isSpanish ? `${write(cents)}\u00a0€` : `€${write(cents)}`,
    rate: (hundredths) => `${write(hundredths)}${space}%`,
    date: (day) => new Date(day).toLocaleDateString(tag, { dateStyle: 'medium', timeZone: 'UTC' }),
  }
}
