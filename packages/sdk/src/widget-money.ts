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
  for (const found of line.matchAll(new RegExp(number, 'gu'))) {
    const [, minus, before, digits = '', after] = found
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

/** Euros in the two languages, as `Intl` writes them. */
const known = /^(es(-ES)?|en(-(GB|IE|US))?)$/i

/** Throws where the tag or the currency is none. */
export function formatsOf(tag: string, currency: string): Formats {
  const isKnown = currency === 'EUR' && known.test(tag)
  // Loading what `Intl` knows takes a browser longer than everything else that a widget does.
  return {
    ...(isKnown ? eurosOf(/^es/i.test(tag)) : moneyOf(tag, currency)),
    date: (day) => new Date(day).toLocaleDateString(tag, { dateStyle: 'medium', timeZone: 'UTC' }),
  }
}

type Numbers = Pick<Formats, 'money' | 'rate'>

function eurosOf(isSpanish: boolean): Numbers {
  const write = (hundredths: number) => {
    const [whole = '', rest] = (hundredths / 100).toFixed(2).split('.')
    const [group, point] = isSpanish ? '.,' : ',.'
    const isWhole = isSpanish && !whole[4]
    return `${isWhole ? whole : whole.replace(/\B(?=(...)+$)/g, `${group}`)}${point}${rest}`
  }
  return {
    money: (cents) => (isSpanish ? `${write(cents)}\u00a0€` : `€${write(cents)}`),
    rate: (hundredths) => `${write(hundredths)}\u00a0%`,
  }
}

function moneyOf(tag: string, currency: string): Numbers {
  // Two decimals are what there is on the wire; a currency without cents shows them if there are.
  const format = { style: 'currency', currency, maximumFractionDigits: 2 } as const
  const amounts = new Intl.NumberFormat(tag, format)
  const rates = new Intl.NumberFormat(tag, { minimumFractionDigits: 2 })
  return {
    money: (cents) => amounts.format(cents / 100),
    rate: (hundredths) => `${rates.format(hundredths / 100)}\u00a0%`,
  }
}
