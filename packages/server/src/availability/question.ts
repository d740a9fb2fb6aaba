import { type Cents, cents, limits, type Product, products } from '@svc/api'
import type { OfferQuestion } from '../financing/offers.ts'
import { type Fields, Refused } from '../refusal.ts'

/** Every code that exists, also those in which nobody here lends. */
const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))

/** What a page asks in its query; parameters that mean nothing here are ignored. */
export function readQuestion(query: URLSearchParams): OfferQuestion {
  const fields: Fields = {}
  const one = (name: string): string | undefined => {
    const given = query.getAll(name)
    if (given.length > 1) fields[name] = ['must be sent once']
    return given[0] === '' ? undefined : given[0]
  }
  const amount = readAmount(one('amount'), fields)
  const currency = readCurrency(one('currency'), fields)
  const product = readProduct(one('product[type]'), fields)
  if (Object.keys(fields).length > 0) throw new Refused('query_invalid', { fields })
  return { amount, currency, product }
}

function readAmount(text: string | undefined, fields: Fields): Cents {
  if (text === undefined) fields.amount ??= ['amount is required']
  else if (!/^(0|[1-9][0-9]{0,15})$/.test(text)) {
    fields.amount ??= ['must be an integer amount in minor units: 12.50 is written 1250']
  } else if (Number(text) > limits.amountMax) {
    fields.amount ??= [`must be at most ${limits.amountMax}`]
  }
  return cents(fields.amount === undefined ? Number(text) : 0)
}

function readCurrency(text: string | undefined, fields: Fields): string {
  const code = (text ?? '').toUpperCase()
  if (text === undefined) fields.currency ??= ['currency is required']
  else if (!CURRENCIES.has(code)) fields.currency ??= ['must be an ISO 4217 code, such as EUR']
  return code
}

function readProduct(text: string | undefined, fields: Fields): Product | null {
  const product = products.find((each) => each === text)
  if (text !== undefined && product === undefined) {
    fields['product[type]'] ??= [`must be one of: ${products.join(', ')}`]
  }
  return product ?? null
}
