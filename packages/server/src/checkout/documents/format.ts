/** Amounts, rates and dates as a language writes them, digit by digit: nothing is computed. */
import { type Cents, cents, currencies, decimalText } from '@svc/api'
import { type Day, day } from '../../platform/time/calendar.ts'
import { clockSeconds } from '../../platform/time/dates.ts'

export type Notation = {
  readonly decimal: string
  readonly group: string
  readonly percent: string
  readonly months: readonly string[]
  /** `€` before or after the amount. */
  readonly symbolFirst: boolean
  readonly date: (day: string, month: string, year: string) => string
  readonly shortDate: (day: string, month: string, year: string) => string
}

/** Those whose sign means no other currency; the others are written by their code. */
const OWN_SYMBOL = new Set(['EUR', 'GBP'])
/** Keeps a number and its unit on one line. */
const JOINED = '\u00a0'

/** `1.234,56`: for a column whose head names the currency. */
export function plainAmount(amount: Cents, { decimal, group }: Notation): string {
  const [whole = '', fraction = ''] = decimalText(amount).split('.')
  const digits = whole.replace('-', '')
  const grouped = digits.replace(/(?<=\d)(?=(?:\d{3})+$)/g, group)
  return `${whole.startsWith('-') ? '\u2212' : ''}${grouped}${decimal}${fraction}`
}

/** `1.234,56 €`, `€1,234.56`, `1,234.56 MXN` */
export function amountText(amount: Cents, currency: string, notation: Notation): string {
  const plain = plainAmount(amount, notation)
  if (!OWN_SYMBOL.has(currency)) return `${plain}${JOINED}${currency}`
  const symbol = currencies.get(currency)?.symbol ?? currency
  return notation.symbolFirst ? `${symbol}${plain}` : `${plain}${JOINED}${symbol}`
}

/** A rate in hundredths of a percent; `12,68 %` */
export function rateText(rate: number, notation: Notation): string {
  return `${plainAmount(cents(rate), notation)}${notation.percent}`
}

function partsOf(of: Day): [day: string, month: string, year: string] {
  const [year = '', month = '', date = ''] = of.split('-')
  return [date, month, year]
}

/** `21 de noviembre de 2026` */
export function dateText(of: Day, notation: Notation): string {
  const [date, month, year] = partsOf(of)
  return notation.date(date.replace(/^0/, ''), notation.months[Number(month) - 1] ?? '', year)
}

/** `21/11/2026`, for columns. */
export function shortDateText(of: Day, notation: Notation): string {
  const [date, month, year] = partsOf(of)
  return notation.shortDate(date, (notation.months[Number(month) - 1] ?? '').slice(0, 3), year)
}

/** `21 de noviembre de 2026, 15:40:07 (Europe/Madrid)` */
export function momentText(at: Date, timeZone: string, notation: Notation): string {
  const [date = '', time = ''] = clockSeconds(at, timeZone).split('T')
  return `${dateText(day(date), notation)}, ${time} (${timeZone})`
}

/** Ten-thousandths of the currency, for amounts below a cent: `0,1644 €` */
export function fineAmountText(parts: bigint, currency: string, notation: Notation): string {
  const digits = String(parts).padStart(5, '0')
  const whole = amountText(cents(BigInt(digits.slice(0, -2))), currency, notation)
  return whole.replace(/\d{2}(?=\D*$)/, `$&${digits.slice(-2)}`)
}
