/**
 * Stores of which every table has rows, made by the operations themselves: what a test of all
 * columns begins with.
 */
import { cents, rate } from '@svc/api'
import { acceptCheckout } from '../checkout/checkouts/accept-checkout.ts'
import { expireCheckout } from '../checkout/checkouts/expire-checkout.ts'
import { settleChallenge } from '../checkout/checkouts/settle-challenge.ts'
import { reviewDecision } from '../checkout/decisions/review-decision.ts'
import { listOfOrder } from '../checkout/decisions/store.ts'
import type { Order } from '../model/order/order.ts'
import { cancelOrder } from '../orders/editing/cancel-order.ts'
import { editOrder } from '../orders/editing/edit-order.ts'
import { keepHistory } from '../orders/history/keep-history.ts'
import { lapseOrder } from '../orders/lapses/lapse-order.ts'
import { claimDue } from '../orders/notifications/claim-due.ts'
import { settleAttempt } from '../orders/notifications/settling.ts'
import { refundCapture } from '../orders/refunds/refund-capture.ts'
import { refundOrder } from '../orders/refunds/refund-order.ts'
import { voidOrder } from '../orders/voids/void-order.ts'
import { claimDeliveries } from '../outbound/deliveries/claim-deliveries.ts'
import { replayDelivery } from '../outbound/deliveries/replay-delivery.ts'
import { sendExample } from '../outbound/deliveries/send-example.ts'
import { settleAttempts } from '../outbound/deliveries/settle-attempts.ts'
import { reportExposure } from '../outbound/key-warnings/report-exposure.ts'
import { placeEvents } from '../outbound/placing/place-events.ts'
import { sealStream } from '../outbound/seals/seal-stream.ts'
import { changeWebhook } from '../outbound/webhooks/change-webhook.ts'
import { createWebhook } from '../outbound/webhooks/create-webhook.ts'
import { rotateSecret } from '../outbound/webhooks/rotate-secret.ts'
import type { Database } from '../platform/database/database.ts'
import { createVault } from '../platform/secrets/vault.ts'
import { makePayouts } from '../settlement/payouts/make-payouts.ts'
import { createKey } from '../tenancy/api-keys/create-key.ts'
import { rotateKey } from '../tenancy/api-keys/rotate-key.ts'
import { listActiveKeys } from '../tenancy/api-keys/store.ts'
import { addArticles } from '../tenancy/campaigns/add-articles.ts'
import { createCampaign } from '../tenancy/campaigns/create-campaign.ts'
import { changeSettings } from '../tenancy/stores/change-settings.ts'
import { setTestClock } from '../tenancy/test-clocks/set-test-clock.ts'
import { createCostlyScenario } from './costly-scenario.ts'
import { writeUnderKeys } from './keyed-writes.ts'
import { endedOrders } from './loan-lives.ts'
import { buyer, type Scenario } from './scenario.ts'
import { outcomeOf } from './webhooks.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const vault = createVault('a secret key of the tests')

type Life = {
  readonly database: Database
  readonly scenario: Scenario
  pass(ms: number): void
}

/**
 * Loans that came to any end, and a store that has seen all else; placed, paid out and sealed. All
 * days are the same each time; the migrations are older.
 */
export async function fillDatabase(database: Database): Promise<void> {
  await database.query(`UPDATE schema_migrations SET applied_at = '2026-01-01'`, [])
  const lent = await endedOrders(database)
  let now = Date.parse('2026-11-23T09:30:00Z')
  const clock = { now: () => new Date(now) }
  const scenario = await createCostlyScenario(database, { clock })
  const life: Life = { database, scenario, pass: (ms) => (now += ms) }
  await fillKeys(life)
  await fillStore(life)
  await freeze(life)
  for (const { shop } of lent) {
    while ((await placed(database, shop.scenario)) > 0);
    await makePayouts(shop.scenario.writing, keyOf(shop.scenario), 'due')
    while ((await placed(database, shop.scenario)) > 0);
    await sealStream(shop.scenario.writing, keyOf(shop.scenario))
  }
}

const keyOf = ({ caller: { store, sandbox } }: Scenario) => ({ storeId: store.id, sandbox })

const placed = (database: Database, scenario: Scenario): Promise<number> =>
  placeEvents({ ...scenario.writing, database }, keyOf(scenario))

async function fillStore(life: Life): Promise<void> {
  const { database, scenario, pass } = life
  const endpoint = await fillWebhooks(life)
  await fillCampaigns(life)
  const order = await busyOrder(life)
  const cancelled = await busyOrder(life)
  await cancelOrder(scenario.writing, scenario.caller, cancelled.id)
  const later = await scenario.confirmed(30_000, 'pay_later')
  await scenario.capture(later, 10_000)
  pass(DAY_MS)
  await writeUnderKeys(life, order, cents(100))
  await placed(database, scenario)
  await makePayouts(scenario.writing, keyOf(scenario), 'by hand')
  pass(DAY_MS)
  await scenario.capture(order, 300)
  await lapsed(life)
  await placed(database, scenario)
  await makePayouts(scenario.writing, keyOf(scenario), 'due')
  await refundOrder(scenario.writing, scenario.caller, { ref: order.id, amount: cents(400) })
  pass(8 * DAY_MS)
  await placed(database, scenario)
  await makePayouts(scenario.writing, keyOf(scenario), 'due')
  await signatures(life)
  await deliveries(life, endpoint)
  while ((await placed(database, scenario)) > 0);
  await sealStream(scenario.writing, keyOf(scenario))
}

/** An order that has seen every operation, with history and another name. */
async function busyOrder({ scenario, pass }: Life): Promise<Order> {
  const { writing, caller } = scenario
  const order = await scenario.confirmed(50_000)
  const ref = order.id
  pass(HOUR_MS)
  const captureId = await scenario.capture(order, 20_000)
  await scenario.capture(order, 1_000)
  pass(HOUR_MS)
  await refundCapture(writing, caller, { ref, captureId, amount: cents(500) })
  await refundOrder(writing, caller, { ref, amount: cents(20_600) })
  pass(HOUR_MS)
  await voidOrder(writing, caller, { ref, amount: cents(3_000) })
  await scenario.capture(order, 1_000)
  const edit = { total_amount: 40_000, discount: 7, shipping: { first_name: 'Ada', price: 0 } }
  await editOrder(writing, caller, { ref, edit, whole: false })
  const sent = {
    ...{ id: 'earlier', amount: 100, due: 0, status: 'complete', type: 'card' },
    ...{ order_date: '2026-01-01', currency: 'EUR' },
    billing: { first_name: 'Ada' },
    shipping: { first_name: 'Ada' },
  }
  await keepHistory(writing, caller, { ref, sent: [sent] })
  return order
}

async function lapsed({ scenario, pass }: Life): Promise<void> {
  const order = await scenario.confirmed(5_000)
  pass(84 * DAY_MS)
  const { writing } = scenario
  await lapseOrder(writing, { ...keyOf(scenario), id: order.id })
  pass(8 * DAY_MS)
  await lapseOrder(writing, { ...keyOf(scenario), id: order.id })
}

async function fillCampaigns({ scenario }: Life): Promise<void> {
  const { writing, caller } = scenario
  const { id: campaignId } = await createCampaign(writing, caller, {
    name: 'Bicycles',
    startAt: new Date('2026-01-01T00:00:00Z'),
    endAt: new Date('2026-12-31T00:00:00Z'),
    interest: rate(10_000),
    partial: true,
    numInstalments: [3, 6],
    minOrderAmount: cents(100),
    maxOrderAmount: cents(1_000_000),
  })
  const url = 'https://store.example.com/bicycle'
  const article = {
    id: 'bicycle',
    name: 'Bicycle',
    url,
    description: 'Blue',
    imageUrl: url,
    warnings: [],
  }
  await addArticles(writing, caller, { campaignId, articles: [article] })
}

const person = (document_id: string) => () => ({ ...buyer, document_id })

/** Orders that end, or wait, before their confirmation. */
async function signatures({ scenario, pass }: Life): Promise<void> {
  const { writing, caller } = scenario
  const wish = { product: 'instalments' } as const
  const sign = async (document: string) => {
    const { id } = await scenario.checkout(10_000)
    const buyerOf = person(document)
    await acceptCheckout(writing, caller, { checkoutId: id, wish, buyerOf })
    return id
  }
  const refused = await sign('99999998T')
  const of = { ...keyOf(scenario), id: refused }
  const [decision] = await listOfOrder(scenario.writing.writer as Database, of)
  const review = { outcome: 'confirmed', note: 'Seen by a person.' } as const
  const decisionId = decision?.id ?? ''
  await reviewDecision(writing, caller, { ref: refused, decisionId, review })
  const checked = await sign('99999995C')
  await settleChallenge(writing, caller, { checkoutId: checked, check: 'fail' })
  await sign('99999995C')
  const rejected = await sign('12345678Z')
  await answer(scenario, { verdict: 'ko', reason: 'Sold out.' })
  const renamed = await sign('12345678Z')
  await answer(scenario, { verdict: 'ok', mid: 'another name' })
  if (rejected === renamed) throw new Error('two orders have one id')
  const over = await scenario.checkout(10_000)
  pass(2 * HOUR_MS)
  await expireCheckout(writing, { ...keyOf(scenario), id: over.id })
  await scenario.checkout(10_000)
  await sign('12345678Z')
}

type Said = { readonly verdict: 'ok' | 'ko'; readonly mid?: string; readonly reason?: string }

async function answer({ writing }: Scenario, said: Said): Promise<void> {
  for (const notification of await claimDue(writing, 100)) {
    const startedAt = writing.clock.now()
    const attempt = { startedAt, durationMs: 12, status: 200, failure: null, response: '{}' }
    await settleAttempt(writing, { notification, attempt, retryAfter: undefined, ...said })
  }
}

async function fillWebhooks({ scenario }: Life): Promise<string> {
  const { writing, caller } = scenario
  const url = 'https://store.example.com/events'
  const fields = { url, types: null, name: 'All' }
  const made = await createWebhook(writing, caller, { fields, version: 'v1', vault })
  const webhookId = made.webhook.id
  await rotateSecret(writing, caller, { webhookId, overlapMinutes: 60, vault })
  const some = { url, types: ['order.captured' as const], name: null }
  const other = await createWebhook(writing, caller, { fields: some, version: 'v1', vault })
  const change = { enabled: false }
  await changeWebhook(writing, caller, { webhookId: other.webhook.id, change })
  return webhookId
}

/** Delivered, failed, sent again, waiting and queued ones. */
async function deliveries({ scenario }: Life, endpointId: string): Promise<void> {
  const { writing, caller } = scenario
  const endpoint = { storeId: caller.store.id, endpointId }
  const claim = () =>
    claimDeliveries({ ...writing, real: writing.clock }, [{ endpointId, room: 4 }])
  const delivered = await claim()
  const [first] = delivered
  const good = said('delivered', writing.clock.now())
  const outcomes = delivered.map((each) => outcomeOf(each, good))
  await settleAttempts(writing, endpoint, outcomes)
  const failed = await claim()
  await settleAttempts(
    writing,
    endpoint,
    failed.map((each) => outcomeOf(each, said('failed', writing.clock.now()))),
  )
  const deliveryId = first?.delivery.id ?? ''
  await replayDelivery(writing, caller, { webhookId: endpointId, deliveryId })
  await sendExample(writing, caller, { webhookId: endpointId, type: undefined })
}

const said = (verdict: 'delivered' | 'failed', at: Date) => ({ verdict, retryAfter: undefined, at })

/** From then on its time stands still. */
async function freeze({ scenario: { writing, caller } }: Life): Promise<void> {
  const storeId = caller.store.id
  await setTestClock(writing, {
    storeId,
    timeZone: 'Europe/Madrid',
    destination: { at: undefined },
    frozen: true,
    nextDue: async () => null,
  })
}

async function fillKeys({ database, scenario }: Life): Promise<void> {
  const { writing, caller } = scenario
  const storeId = caller.store.id
  const active = await listActiveKeys(database, storeId, writing.clock.now())
  const maker = active.find(({ kind }) => kind === 'private') ?? active[0]
  if (maker === undefined) throw new Error('the store has no key')
  const acting = { storeId, actorId: maker.id }
  const wish = { name: 'Shop', kind: 'private', expires_at: '2199-01-01' } as const
  const { key } = await createKey(writing, { ...acting, timeZone: 'Europe/Madrid', wish })
  await rotateKey(writing, { ...acting, keyId: key.id, overlapMinutes: 60 })
  await reportExposure(writing, { key: maker, sandbox: true, origin: 'https://shop.example' })
  const patch = { notification_token: 'a token', notification_auth: 'token' } as const
  await changeSettings(writing, { storeId, patch, cleared: new Set(), vault })
}
