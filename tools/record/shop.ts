/** A store in one mode, as its client knows it: its keys and the objects seen so far. */
import type { Random } from '../simulate/random.ts'
import type { Keys } from './service.ts'

type Known = { readonly value: string; readonly parent?: string | undefined }

export type Checkout = { readonly id: string; readonly mid: string; readonly token: string }

export type Shop = {
  readonly keys: Keys
  readonly live: boolean
  /** By the name of a parameter for which it can be used. */
  readonly known: Map<string, Known[]>
  readonly checkouts: Checkout[]
  /** Private keys created after the store's first one. */
  readonly made: string[]
}

export const createShop = (keys: Keys, live: boolean): Shop => ({
  ...{ keys, live, known: new Map(), checkouts: [], made: [] },
})

/** Recent objects are used more often. */
const RECENT = 12
const KNOWN_MAX = 400
const NOBODY = '0'.repeat(32)

export function pickKnown({ known }: Shop, name: string, random: Random): Known {
  const all = known.get(name) ?? []
  if (all.length === 0) return { value: NOBODY }
  return random.pick(random.chance(0.7) ? all.slice(-RECENT) : all)
}

export function pickCheckout({ checkouts }: Shop, random: Random): Checkout {
  if (checkouts.length === 0) return { id: NOBODY, mid: 'nobody', token: 'no-token' }
  return random.pick(random.chance(0.8) ? checkouts.slice(-RECENT) : checkouts)
}

/** The parameter that the ids in an answer belong to, and the path parameter they depend on. */
const TAUGHT: Readonly<Record<string, readonly [name: string, parent?: string]>> = {
  'GET /orders': ['orderId'],
  'POST /orders/{orderId}/captures': ['captureId', 'orderId'],
  'GET /orders/{orderId}/captures': ['captureId', 'orderId'],
  'GET /orders/{orderId}/decisions': ['decisionId', 'orderId'],
  'GET /orders/{orderId}/notifications': ['notificationId', 'orderId'],
  'GET /me/webhooks': ['webhookId'],
  'POST /me/webhooks': ['webhookId'],
  'GET /me/webhooks/{webhookId}/deliveries': ['deliveryId', 'webhookId'],
  'POST /me/webhooks/{webhookId}/example': ['deliveryId', 'webhookId'],
  'GET /me/payments': ['paymentId'],
  'GET /me/payouts': ['payoutId'],
  'POST /me/payouts': ['payoutId'],
  'GET /me/events': ['event'],
  'POST /me/api-keys': ['keyId'],
  'POST /me/campaigns': ['campaignId'],
  'GET /me/campaigns': ['campaignId'],
  'POST /merchants/{merchantId}/campaigns': ['campaignId'],
  'GET /orders/{orderId}/loan': ['loanPayment', 'orderId'],
}

type Body = {
  readonly id?: string
  readonly mid?: string
  readonly results?: readonly Body[]
  readonly payments?: readonly Body[]
  readonly checkout_url?: string
  readonly key?: string
  readonly branding?: { readonly logo_url?: string | null } | null
  readonly url?: string
}

type Learnt = {
  readonly route: string
  readonly parameters: Readonly<Record<string, string>>
  readonly sent: string | undefined
  /** The parsed answer of a successful request. */
  readonly body: Body
}

export function learn(shop: Shop, { route, parameters, sent, body }: Learnt): void {
  const add = (name: string, value: string | undefined, parent?: string) => {
    if (typeof value !== 'string') return
    const all = shop.known.get(name) ?? []
    if (all.some((each) => each.value === value)) return
    shop.known.set(name, [...all, { value, parent }].slice(-KNOWN_MAX))
  }
  const { checkout_url: address = '' } = body
  if (/^POST \/checkout(\/offline)?$/.test(route) && body.id !== undefined) {
    const { order } = JSON.parse(sent ?? '{}') as { order?: { id?: string } }
    const token = address.split('#')[1] ?? ''
    shop.checkouts.push({ id: body.id, mid: order?.id ?? '', token })
    add('checkoutId', body.id)
  }
  if (route === 'POST /me/api-keys' && body.key?.includes('priv') === true) {
    shop.made.push(body.key)
  }
  add('logoName', body.branding?.logo_url?.split('/').at(-1))
  const [name, parentName] = TAUGHT[route] ?? []
  if (name === undefined) return
  const parent = parentName === undefined ? undefined : parameters[parentName]
  for (const each of [body, ...(body.results ?? []), ...(body.payments ?? [])]) {
    add(name, each.id, parent)
  }
}
