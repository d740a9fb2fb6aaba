import { type Cents, cents, limits, type Product, products } from '@svc/api'
import type { Financed } from '../../model/financing/offers.ts'
import { type Fields, Refused } from '../../platform/refusal.ts'
import type { amountsQuery, availabilityQuery } from './docs.ts'

/** Every code that exists, also those in which nobody here lends. */
const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))

/** The query of a page; unknown parameters are ignored. */
export function readQuestion(query: URLSearchParams): Financed {
  return readQuery(query, (one: One<typeof availabilityQuery>, fields) => readFinanced(one, fields))
}

/** The one value of a known parameter; an empty one counts as absent. */
export type One<Described> = (name: keyof Described & string) => string | undefined

/** All faults are reported together. */
export function readQuery<Described, T>(
  query: URLSearchParams,
  read: (one: One<Described>, fields: Fields) => T,
): T {
  const fields: Fields = {}
  const one: One<Described> = (name) => {
    const given = query.getAll(name)
    if (given.length > 1) fields[name] = ['must be sent once']
    return given[0] === '' ? undefined : given[0]
  }
  const value = read(one, fields)
  if (Object.keys(fields).length > 0) throw new Refused('query_invalid', { fields })
  return value
}

/** The same question about several amounts: at least one, in the order in which they are named. */
export function readAmounts(query: URLSearchParams): Financed[] {
  return readQuery(query, (one: One<typeof amountsQuery>, fields) => {
    const amounts = (one('amounts') ?? '').split(',')
    const currency = readCurrency(one('currency'), fields)
    const product = readProduct(one('product[type]'), fields)
    if (amounts.length > limits.availabilityAmountsMax) {
      fields.amounts = [`must name at most ${limits.availabilityAmountsMax} amounts`]
      return []
    }
    const ofOne: Fields = {}
    const read = amounts.map((text) => readAmount(text === '' ? undefined : text, ofOne))
    if (ofOne.amount !== undefined) fields.amounts = ofOne.amount
    return read.map((amount) => ({ amount, currency, product }))
  })
}

export function readFinanced(
  one: One<typeof availabilityQuery>,
  fields: Fields,
  standardCurrency?: string,
): Financed {
  return {
    amount: readAmount(one('amount'), fields),
    currency: readCurrency(one('currency') ?? standardCurrency, fields),
    product: readProduct(one('product[type]'), fields),
  }
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
