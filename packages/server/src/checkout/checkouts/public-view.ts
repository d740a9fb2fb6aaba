/**
 * The part of a checkout's body that a public key may read (contract §5, §12.9): an allow-list, so
 * that a member that a later version or a store adds stays private until it is listed here.
 */
import type { MerchantUrls } from '../../kernel/details/details.ts'
import { isRawJson } from '../../platform/raw-json.ts'
import { pageUrls } from './return-urls.ts'

type Shape = 'value' | { readonly [name: string]: Shape } | readonly [Shape]

const ARTICLE: Shape = {
  ...{ id: 'value', name: 'value', description: 'value', category: 'value', sku: 'value' },
  ...{ url: 'value', image_url: 'value', quantity: 'value', price: 'value' },
  ...{ tax_rate: 'value', discount: 'value', discount_rate: 'value' },
}

const CURRENCY: Shape = { name: 'value', code: 'value', numeric: 'value', symbol: 'value' }

const ORDER = {
  ...{ total_amount: 'value', tax_rate: 'value', discount: 'value', discount_rate: 'value' },
  ...{ cart_discount: 'value', cart_discount_rate: 'value' },
  options: { event_date: 'value' },
  articles: [ARTICLE],
} as const satisfies Shape

const MERCHANT: Shape = {
  ...{ close_on_success: 'value', timeout_checkout: 'value', timeout_extra: 'value' },
}

type Members = Readonly<Record<string, unknown>>

/** Of the store's addresses those that are used and that a browser may follow. */
export function publicTransaction(request: Members, used: MerchantUrls) {
  const { merchant: sent, order } = request
  const urls = Object.entries(pageUrls(used)).filter(([name]) => name in membersOf(sent))
  // Shops send the code, or the object that the service itself answers with.
  const currency = isObject(membersOf(order).currency) ? CURRENCY : 'value'
  return {
    merchant: { ...membersOf(named(sent, MERCHANT)), ...Object.fromEntries(urls) },
    order: membersOf(named(order, { currency, ...ORDER })),
    customer: {},
  }
}

/** The named parts of a value; undefined where it is of another kind than its shape. */
function named(value: unknown, shape: Shape): unknown {
  if (shape === 'value') return isObject(value) ? undefined : value
  if (!isObject(value) || Array.isArray(value) !== Array.isArray(shape)) return undefined
  if (Array.isArray(shape)) return Object.values(value).map((each) => named(each, shape[0]))
  const parts = Object.entries(shape).map(([name, part]) => [name, named(value[name], part)])
  return Object.fromEntries(parts.filter(([, part]) => part !== undefined))
}

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !isRawJson(value)

const membersOf = (value: unknown): Members => (isObject(value) ? value : {})
