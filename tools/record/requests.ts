/** A valid request for a route, from a store, its page or its buyer. */
import type { Random } from '../simulate/random.ts'
import { bodies, type Place } from './bodies.ts'
import { queries } from './queries.ts'
import type { RequestedRoute } from './routes.ts'
import { type Checkout, pickCheckout, pickKnown, type Shop } from './shop.ts'

/** Before serialisation: a fault may still change each part. */
export type Draft = {
  method: string
  path: string
  query: string
  headers: Record<string, string>
  /** A JSON tree, or raw text. */
  body: unknown
  readonly parameters: Record<string, string>
}

const JSON_TYPES = ['v1+json', 'v1+json', 'v1+json', 'v2+json'] as const
const DOCUMENTS = ['agreement.html', 'precontract.html', 'statement.html', 'receipt.html'] as const
const TYPES = ['order.captured', 'payout.created', 'checkout.updated', 'nothing.at.all'] as const

export type DraftOptions = {
  /** The checkout it is about; absent: any. */
  readonly checkout?: Checkout
  readonly order?: string
  readonly xml?: boolean
  readonly body?: unknown
}

export function draftFor(route: RequestedRoute, place: Place, options: DraftOptions = {}): Draft {
  const { shop, random } = place
  const checkout = options.checkout ?? pickCheckout(shop, random)
  const parameters = parametersOf(route, { place, checkout, order: options.order })
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters[name] ?? ''),
  )
  const key = keyOf(route, { shop, checkout, random })
  const { body = bodies[route.name]?.(place) } = options
  return {
    ...{ method: route.method, path, parameters, body },
    query: queries[route.name]?.(shop, random) ?? '',
    headers: {
      ...(route.access === 'open' ? {} : { accept: acceptOf(shop, random, options.xml === true) }),
      ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(random.chance(0.1) ? { 'accept-encoding': random.pick(['gzip', 'br', 'identity']) } : {}),
      ...(random.chance(0.1) ? { 'accept-language': random.pick(['es', 'en', 'de;q=0.5']) } : {}),
    },
  }
}

function acceptOf({ live }: Shop, random: Random, xml: boolean): string {
  const type = xml ? 'v1+xml' : random.pick(JSON_TYPES)
  return `application/vnd.svc.${live ? '' : 'sandbox.'}${type}`
}

type For = { readonly shop: Shop; readonly checkout: Checkout; readonly random: Random }

function keyOf({ access }: RequestedRoute, { shop: { keys }, checkout, random }: For): string {
  if (access === 'open') return ''
  if (access === 'buyer') return checkout.token
  if (access === 'private') return keys.private_key
  return random.chance(0.9) ? keys.public_key : keys.private_key
}

type About = {
  readonly place: Place
  readonly checkout: Checkout
  readonly order: string | undefined
}

/** The last parameter first: it may determine the one it belongs to. */
function parametersOf({ path }: RequestedRoute, { place, checkout, order }: About) {
  const { shop, random } = place
  const values: Record<string, string> = {}
  for (const [, name = ''] of [...path.matchAll(/\{(\w+)\}/g)].reverse()) {
    if (values[name] !== undefined) continue
    if (name === 'checkoutId') values[name] = checkout.id
    else if (name === 'orderId') values[name] = order ?? orderOf(place)
    else if (name === 'merchantId') values[name] = shop.keys.store_id
    else if (name === 'document') values[name] = random.pick(DOCUMENTS)
    else if (name === 'type') values[name] = random.pick(TYPES)
    else if (name === 'articleId') values[name] = random.pick(['article-1', 'bike-7', 'ñ/ü'])
    else {
      const { value, parent } = pickKnown(shop, name, random)
      values[name] = value
      const before = parentOf(path, name)
      if (parent !== undefined && before !== undefined) values[before] = parent
    }
  }
  return values
}

function parentOf(path: string, name: string): string | undefined {
  return /\{(\w+)\}[^{]*$/.exec(path.slice(0, path.indexOf(`{${name}}`)))?.[1]
}

/** By its id or the store's own. */
function orderOf({ shop, random }: Place): string {
  if (random.chance(0.5)) return pickKnown(shop, 'orderId', random).value
  const { id, mid } = pickCheckout(shop, random)
  return random.chance(0.5) ? id : mid
}
