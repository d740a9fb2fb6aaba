/** Random activity of stores: buyers who sign, and everything that follows. */
import { buyer, card, signature } from './bodies.ts'
import { spoil } from './faults.ts'
import type { Recorder } from './recorder.ts'
import type { RequestedRoute } from './routes.ts'
import type { Shop } from './shop.ts'

type World = {
  readonly recorder: Recorder
  readonly shops: readonly Shop[]
  readonly routes: readonly RequestedRoute[]
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** The frequency of a route, if it differs from the others. */
const WEIGHTS: readonly (readonly [route: RegExp, weight: number])[] = [
  [/^GET \/docs/, 0.1],
  [/^GET \/(svc|openapi|checkout\/page|sandbox\/card-frame\/)/, 0.2],
  [/^GET \/(healthz|readyz)$/, 0.3],
  [/revoke-all$|^POST \/me\/notification-secret|^DELETE /, 0.3],
  [/^PATCH \/me$|^POST \/me\/test-clock/, 0.7],
  [/^POST \/orders\/\{orderId\}\/(captures|refund)$/, 6],
  [/^POST \/orders\/\{orderId\}\/loan/, 3],
  [/^POST \/orders\/\{orderId\}\/cancel/, 0.7],
  [/^(GET \/orders|GET \/me\/payments|GET \/me\/events)$/, 5],
  [/^GET \/(orders|me|checkout)\//, 2],
]
const SHOPS = [50, 15, 25, 10]

const weightOf = (route: RequestedRoute): number =>
  WEIGHTS.find(([pattern]) => pattern.test(route.name))?.[1] ?? 1

function named({ routes }: World, name: string): RequestedRoute {
  const match = routes.find((route) => route.name === name)
  if (match === undefined) throw new Error(`there is no route ${name}`)
  return match
}

/** A checkout from its basket to the buyer's signature, as seen by the store. */
async function buy(world: World, shop: Shop): Promise<void> {
  const { recorder } = world
  const { random } = recorder
  const xml = random.chance(0.1)
  await recorder.ask(named(world, 'POST /checkout'), shop)
  const checkout = shop.checkouts.at(-1)
  if (checkout === undefined) return
  const ask = (name: string, body?: unknown) =>
    recorder.ask(named(world, name), shop, { checkout, order: checkout.id, body, xml })
  const place = recorder.place(shop)
  if (!shop.live && random.chance(0.6)) {
    await ask('POST /sandbox/checkouts/{checkoutId}/complete')
  } else {
    if (random.chance(0.5)) await ask('GET /checkout/{checkoutId}/offers')
    await ask('PUT /checkout/{checkoutId}/buyer', buyer(place))
    let signed: object = signature(place)
    if (random.chance(0.3)) {
      const given = await ask('POST /sandbox/checkouts/{checkoutId}/cards', card(place))
      const [, token] = /"token":"([^"]+)"/.exec(given.text) ?? []
      if (token !== undefined) signed = { ...signed, card_token: token }
    }
    await ask('POST /checkout/{checkoutId}/accept', signed)
  }
  if (random.chance(0.4)) await ask('GET /checkout/{checkoutId}/status')
  if (random.chance(0.3)) await ask('GET /orders/{orderId}')
  if (random.chance(0.5)) await ask('POST /orders/{orderId}/captures')
  if (random.chance(0.3)) await ask('GET /orders/{orderId}/loan')
}

/** Routes that create come first, and those that end come last. */
const ORDER: readonly RegExp[] = [
  /^POST \/(me|merchants\/\{merchantId\})\/(webhooks|campaigns|api-keys)$/,
  /^POST .*(captures|articles|example|payouts)$/,
  /^GET (\/orders|\/me\/payments|.*\/(captures|notifications|deliveries|loan|decisions))$/,
  /^(GET|PUT|PATCH|POST) (?!.*(cancel|withdrawal|revoke-all|test-clock)$)/,
  /^DELETE /,
]
const rankOf = ({ name }: RequestedRoute): number => {
  const rank = ORDER.findIndex((pattern) => pattern.test(name))
  return rank < 0 ? ORDER.length : rank
}
/** A store with a test clock does nothing in real time any more. */
const CLOCK = 'POST /me/test-clock'

/** Every route once with a valid request, so that none is left out. */
export async function tour(world: World): Promise<void> {
  const { recorder, shops, routes } = world
  const [shop, , other] = shops
  if (shop === undefined || other === undefined) return
  for (let round = 0; round < 3; round++) await buy(world, shop)
  for (const route of routes.toSorted((one, next) => rankOf(one) - rankOf(next))) {
    if (recorder.isRequested(route.name)) continue
    await recorder.ask(route, route.name === CLOCK ? other : shop)
  }
}

/** The other stores need the objects that the first one has from the tour. */
async function prepare(world: World, shop: Shop): Promise<void> {
  const { recorder, routes } = world
  for (let round = 0; round < 3; round++) await buy(world, shop)
  for (const route of routes.filter((each) => rankOf(each) < 3)) await recorder.ask(route, shop)
}

/** Until there are enough. */
export async function live(world: World): Promise<never> {
  const { recorder, shops, routes } = world
  const { random } = recorder
  const weights = Object.fromEntries(routes.map((route) => [route.name, weightOf(route)]))
  const ofShops = Object.fromEntries(SHOPS.map((weight, index) => [index, weight]))
  for (const shop of shops.slice(1)) await prepare(world, shop)
  for (;;) {
    const shop = shops[Number(random.weighted(ofShops))]
    if (shop === undefined) throw new Error('there is no such shop')
    if (random.chance(0.08)) await buy(world, shop)
    else {
      const route = named(world, random.weighted(weights))
      const isSpoilt = random.chance(0.2)
      const xml = random.chance(0.3)
      const caller = route.name === CLOCK && shop === shops[0] ? (shops[2] ?? shop) : shop
      await recorder.ask(route, caller, { xml }, (draft) => {
        if (isSpoilt) spoil(draft, random)
      })
    }
    if (random.chance(0.03)) recorder.jump(random.between(1, 90) * MINUTE_MS)
    else if (random.chance(0.015)) recorder.jump(random.between(1, 10) * DAY_MS)
    else if (random.chance(0.004)) recorder.jump(35 * DAY_MS)
  }
}
