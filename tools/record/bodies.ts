/** A random valid body for each route that takes one. */
import type { Random } from '../simulate/random.ts'
import { RECEIVER } from './service.ts'
import { pickKnown, type Shop } from './shop.ts'

export type Place = {
  readonly random: Random
  readonly shop: Shop
  readonly nowMs: number
  /** A new, unique name. */
  readonly fresh: (of: string) => string
}

const DAY_MS = 86_400_000
const ONE_PIXEL = [
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk',
  'YPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
].join('')
const NAMES = ['Ada', 'Íñigo', 'María José', 'Łukasz', '王', 'O’Brien'] as const
const DOCUMENTS = ['12345678Z', 'X1234567L', '99999995C', '99999998T', '99999999R'] as const
const CARDS = [
  ...['4111111111111111', '5555555555554444', '4012888888881881', '4000000000160004'],
  ...['4000000000009995', '4000000000002008', '4000000000110009', '4000000000120008'],
  ...['4000000000130007', '4000000000140006', '4000000000170003', '4000000000150005'],
]
const EVENTS = ['order.captured', 'order.refunded', 'checkout.updated', 'payout.created'] as const
const PATHS = ['ok', 'ok', 'ok', 'ok', 'ok', 'ko', 'failing', 'words', 'busy', 'gone'] as const
const PRODUCTS = ['instalments', 'instalments', 'pay_later', 'pay_in_4'] as const

const amountOf = (random: Random): number => random.between(1, 40) * 2_500 + random.between(0, 99)
const day = ({ nowMs }: Place, days: number): string =>
  new Date(nowMs + days * DAY_MS).toISOString().slice(0, 10)
const addressOf = (random: Random): string => `${RECEIVER}/${random.pick(PATHS)}/shop?a=1`

function basket({ random, fresh }: Place): object {
  const amount = amountOf(random)
  const pieces = random.between(1, 3)
  const article = {
    ...{ id: random.pick(['bike-7', 'article-1', 'ñ/ü']), name: 'Bicycle', quantity: pieces },
    ...{ price: amount, url: 'https://shop.example/bike-7', category: 'Sport' },
  }
  const total = amount * pieces
  const address = { street: 'Calle Mayor 1', city: 'Madrid', country: 'ES', postcode: '28013' }
  const name = random.pick(NAMES)
  return {
    order: {
      ...{ id: fresh('order'), currency: 'EUR', total_amount: total, articles: [article] },
      ...(random.chance(0.2) ? { tax_rate: 2_100, discount: 100, colour: 'red' } : {}),
    },
    customer: {
      ...{ email: `${fresh('buyer')}@example.com`, first_name: name, last_name: 'Prueba <&> "ß"' },
      ...(random.chance(0.3) ? { type: 'guest', gender: 2, last_login: '2026-01-29' } : {}),
    },
    ...(random.chance(0.5) ? { billing: address } : {}),
    ...(random.chance(0.3) ? { shipping: { ...address, name: 'Courier', price: 0 } } : {}),
    merchant: {
      ...{ notification_url: addressOf(random), success_url: 'https://shop.example/ok' },
      ...(random.chance(0.3) ? { timeout_checkout: random.between(1, 120) } : {}),
      ...(random.chance(0.2) ? { timeout_extra: random.between(0, 600) } : {}),
    },
    ...(random.chance(0.2) ? { meta: { note: 'anything', list: [1, 2.5, null, true] } } : {}),
    ...(random.chance(0.2) ? { product: { type: random.pick(PRODUCTS) } } : {}),
  }
}

export function buyer({ random }: Place): object {
  return {
    ...{ first_name: random.pick(NAMES), last_name: 'Prueba', phone: '600000000' },
    ...{ birthday: '1990-12-31', document_id: random.pick(DOCUMENTS) },
    ...(random.chance(0.2) ? { income: 250_000 } : {}),
  }
}

export const card = ({ random }: Place): object => ({
  ...{ number: random.pick(CARDS), expiry: '12/40', cvc: '123' },
})

export function signature({ random }: Place): object {
  const product = random.pick(PRODUCTS)
  return {
    product,
    ...(product === 'instalments' ? { num_instalments: random.pick([3, 6, 12]) } : {}),
    ...(random.chance(0.2) ? { language: random.pick(['es', 'en']) } : {}),
  }
}

function completion({ random }: Place): object {
  if (random.chance(0.3)) return {}
  if (random.chance(0.05)) return { dismiss: true }
  return {
    ...(random.chance(0.7) ? { product: random.pick(PRODUCTS) } : {}),
    ...(random.chance(0.4) ? { document_id: random.pick(DOCUMENTS) } : {}),
    ...(random.chance(0.4) ? { card: random.pick(CARDS) } : {}),
    ...(random.chance(0.4) ? { challenge: random.pick(['pass', 'fail', 'leave']) } : {}),
  }
}

function campaign(place: Place): object {
  const { random } = place
  return {
    ...{ name: place.fresh('Campaign'), start_date: day(place, random.between(-10, 20)) },
    ...{ interest: random.pick([0, 50, '2500', 10_000]), partial: random.chance(0.5) },
    ...(random.chance(0.4) ? { end_date: day(place, random.between(21, 90)) } : {}),
    ...(random.chance(0.3) ? { num_instalments: [3, 6], min_order_amount: 5_000 } : {}),
  }
}

const articles = ({ random }: Place): object[] =>
  ['article-1', 'bike-7', 'tent-2'].slice(0, random.between(1, 3)).map((id) => ({
    ...{ id, name: `Article ${id}`, url: `https://shop.example/${id}` },
  }))

const settings = (place: Place): object =>
  place.random.pick<object>([
    { capture_policy: 'partial' },
    { capture_policy: 'full' },
    { origins: ['https://shop.example'], browser_checkout: true },
    { branding: { name: 'Mirlo & Co', color: '#336699', logo: ONE_PIXEL } },
    { branding: null },
    { payout_schedule: { interval: 'weekly', weekday: 'friday' } },
    { payout_schedule: { interval: 'manual' } },
    { collection: { retry_days: [1, 3, 7], late_after_days: 10, write_off_after_days: 60 } },
    { decision: { open_amount_max: 900_000, attempts_per_day_max: 50 } },
    { refund_spread: 'last', fees_on_refund: 'keep' },
    { lender: { name: 'Crédito Demo', phone: null } },
    { locales: ['es-ES', 'en'], time_zone: 'Europe/Madrid' },
    { confirmation_timeout: 90, capture_within: 14 },
    { notification_url: addressOf(place.random) },
  ])

const history = (place: Place): object[] => [
  {
    ...{ id: place.fresh('earlier'), amount: amountOf(place.random), status: 'complete' },
    ...{ type: 'card', order_date: day(place, -30), currency: 'EUR' },
  },
]

function edited(place: Place): { order: Record<string, unknown> } {
  const { order } = basket(place) as { order: Record<string, unknown> }
  const { id: _id, ...rest } = order
  return { order: rest }
}

const part = (random: Random): object => ({ amount: random.between(1, 30) * 500 })

function key(place: Place): object {
  const { random } = place
  const kind = random.chance(0.8) ? 'private' : 'public'
  if (kind === 'public') return { name: 'Page', kind }
  return {
    ...{ name: 'Warehouse', kind },
    ...(random.chance(0.5) ? { scopes: ['orders:read', 'orders:write'] } : {}),
    ...(random.chance(0.2) ? { mode: place.shop.live ? 'live' : 'sandbox' } : {}),
    ...(random.chance(0.2) ? { expires_at: day(place, 40) } : {}),
  }
}

const clock = ({ random }: Place): object =>
  random.weighted({ due: 40, day: 40, month: 15, runs: 5 }) === 'due'
    ? { advance: 'next_due' }
    : { advance: random.pick(['PT1H', 'P1D', 'P3D', 'P10D', 'P1M']), frozen: random.chance(0.8) }

/** By route, as in the description. Other routes take no body. */
export const bodies: Readonly<Record<string, (place: Place) => unknown>> = {
  'POST /checkout': basket,
  'POST /checkout/offline': basket,
  'PUT /checkout/{checkoutId}/buyer': buyer,
  'POST /checkout/{checkoutId}/accept': signature,
  'POST /checkout/{checkoutId}/challenge': ({ random }) => ({
    outcome: random.pick(['pass', 'fail']),
  }),
  'POST /sandbox/checkouts/{checkoutId}/complete': completion,
  'POST /sandbox/checkouts/{checkoutId}/cards': card,
  'PUT /orders/{orderId}': edited,
  'PATCH /orders/{orderId}': ({ random }) => ({
    order: random.pick<object>([{ total_amount: amountOf(random) }, { discount: null }]),
  }),
  'POST /orders/{orderId}/decisions/{decisionId}/review': ({ random }) => ({
    ...{ outcome: random.pick(['confirmed', 'overturned']), note: 'Looked at again.' },
  }),
  'POST /orders/{orderId}/captures': ({ random }) => part(random),
  'POST /orders/{orderId}/void': ({ random }) => part(random),
  'POST /orders/{orderId}/refund': ({ random }) => part(random),
  'POST /orders/{orderId}/refund-extended': ({ random }) => part(random),
  'POST /orders/{orderId}/captures/{captureId}/refunds': ({ random }) => part(random),
  'POST /orders/{orderId}/loan/payments': ({ random }) => part(random),
  'POST /orders/{orderId}/loan/early-repayment': ({ random }) =>
    random.chance(0.3) ? {} : { ...part(random), spread: 'last' },
  'POST /orders/{orderId}/loan/charge-backs': ({ shop, random }) => ({
    payment_id: pickKnown(shop, 'loanPayment', random).value,
  }),
  'POST /orders/{orderId}/history': history,
  'POST /me/webhooks': ({ random }) => ({
    ...{ url: addressOf(random), name: 'Warehouse' },
    ...(random.chance(0.4) ? { types: [random.pick(EVENTS)] } : {}),
  }),
  'PATCH /me/webhooks/{webhookId}': ({ random }) =>
    random.pick<object>([{ types: null, enabled: true }, { url: addressOf(random) }]),
  'POST /me/webhooks/{webhookId}/rotate': () => ({ overlap_minutes: 60 }),
  'POST /me/webhooks/{webhookId}/recover': (place) => ({
    since: new Date(place.nowMs - place.random.between(1, 48) * 3_600_000).toISOString(),
  }),
  'POST /me/webhooks/{webhookId}/example': ({ random }) => ({ type: random.pick(EVENTS) }),
  'PATCH /me': settings,
  'POST /me/api-keys': key,
  'POST /me/api-keys/{keyId}/rotate': () => ({ overlap_minutes: 60 }),
  'POST /me/api-keys/revoke-all': ({ shop }) => ({
    except: (shop.known.get('firstKey') ?? []).map(({ value }) => value),
  }),
  'POST /me/test-clock': clock,
  'POST /me/campaigns': campaign,
  'PUT /me/campaigns/{campaignId}': campaign,
  'PATCH /me/campaigns/{campaignId}': ({ random }) => ({ interest: random.between(0, 10_000) }),
  'POST /me/campaigns/{campaignId}/articles': articles,
  'POST /merchants/{merchantId}/campaigns': campaign,
  'PUT /merchants/{merchantId}/campaigns/{campaignId}': campaign,
  'PATCH /merchants/{merchantId}/campaigns/{campaignId}': () => ({ name: 'Autumn' }),
  'POST /merchants/{merchantId}/campaigns/{campaignId}/articles': articles,
  'POST /demo/notifications': ({ random }) => ({ id: 'order-1', sandbox: random.chance(0.5) }),
}
