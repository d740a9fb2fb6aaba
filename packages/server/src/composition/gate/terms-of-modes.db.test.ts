// On a server that is no demo, what the lender decides of a store is another in each mode.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import inject from 'light-my-request'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { lenderClient } from '../../../../../test/fixtures/lender.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import {
  createTestService,
  type Json,
  serviceOn,
  type TestService,
} from '../../../../../test/fixtures/test-service.ts'
import { createCheckout } from '../../checkout/checkouts/create-checkout.ts'
import { LENDERS_SETTINGS } from '../../model/stores/store-terms.ts'
import { Refused } from '../../platform/refusal.ts'
import { makePayouts } from '../../settlement/payouts/make-payouts.ts'
import { findStoreIn } from '../../tenancy/accounts/store.ts'
import { createApp } from '../app.ts'

const LIVE = { accept: 'application/vnd.svc.v1+json' }
const SANDBOX = { accept: 'application/vnd.svc.sandbox.v1+json' }
const LENDERS = ['name', 'products', ...LENDERS_SETTINGS]

const place = ownDatabase()
let scenario: Scenario
let send: TestService['send']
beforeEach(async () => {
  scenario = await createScenario(place.database)
  send = createTestService(place.database, { privateKey: scenario.privateKey }).send
})

type Mode = typeof LIVE
const me = async (mode: Mode): Promise<Json> => (await send('GET', '/me', undefined, mode)).body
async function change(mode: Mode, patch: object): Promise<Json> {
  const reply = await send('PATCH', '/me', patch, mode)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body
}

/** The lender's members, each with another value than a new store has. */
const othersOf = (present: Json): Record<string, Json> => ({
  name: 'A toy',
  products: present.products
    .slice(0, 2)
    .map((each: Json) => ({ ...each, fee_rate: 1, max_amount: each.max_amount + 100 })),
  refund_spread: 'next',
  fees_on_refund: 'keep',
  collection: { late_after_days: 77 },
  payout_schedule: { interval: 'manual' },
  lender: { name: 'A toy bank' },
  decision: { age_min: 33 },
})

const picked = (body: Json, names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, body[name]]))

test('a change of the lender’s settings in the sandbox leaves live mode as it is', async () => {
  const live = await me(LIVE)
  const others = othersOf(live)
  assert.deepEqual(Object.keys(others).sort(), [...LENDERS].sort())
  for (const [name, value] of Object.entries(others)) {
    const earlier = await me(SANDBOX)
    const changed = await change(SANDBOX, { [name]: value })
    assert.notDeepEqual(changed[name], earlier[name], name)
    assert.deepEqual(await me(SANDBOX), changed, name)
    assert.deepEqual(await me(LIVE), live, name)
  }
  // Nor does a body sent back, or a reset.
  await change(LIVE, live)
  await change(SANDBOX, { lender: null, decision: null, products: null })
  assert.deepEqual(await me(LIVE), live)
})

test('trade settings are shared by both modes, whichever changes them', async () => {
  await change(SANDBOX, { decision: { age_min: 40 }, url: 'https://b.example' })
  assert.equal((await me(LIVE)).url, 'https://b.example')
  const live = await change(LIVE, { capture_policy: 'full', time_zone: 'America/Bogota' })
  const sandbox = await me(SANDBOX)
  assert.deepEqual([sandbox.capture_policy, sandbox.time_zone], ['full', 'America/Bogota'])
  assert.deepEqual([sandbox.decision.age_min, live.decision.age_min], [40, 18])
})

test('the sandbox follows live mode until it has its own terms', async () => {
  const whole = await me(LIVE)
  const narrow = (max: number) => ({
    products: whole.products.map((each: Json) => ({ ...each, max_amount: max })),
  })
  await change(LIVE, narrow(90_000))
  assert.equal((await me(SANDBOX)).products[0].max_amount, 90_000)
  await change(SANDBOX, { products: whole.products })
  await change(LIVE, narrow(80_000))
  const sandbox = await me(SANDBOX)
  assert.deepEqual(picked(sandbox, LENDERS), picked(whole, LENDERS))
  assert.equal((await me(LIVE)).products[0].max_amount, 80_000)
})

test('stores and buyers get the offers of their mode', async () => {
  const { products } = await me(LIVE)
  const [first] = products
  await change(SANDBOX, {
    ...{ name: 'A toy', lender: { name: 'A toy bank' } },
    products: [{ ...first, max_amount: 20_000 }],
  })
  const buttons = '/checkout/buttons?amounts=20000,20001&currency=EUR'
  const offered = (await send('GET', buttons, undefined, SANDBOX)).body.buttons
  assert.deepEqual(
    offered.map((each: Json) => each.allowed),
    [true, false],
  )
  const { id } = scenario.caller.store
  /** Live mode has nobody who could be paid: there it is made by the operation alone. */
  const checkout = async (mode: Mode, price: number) => {
    const key = { storeId: id, sandbox: mode === SANDBOX }
    const store = await findStoreIn(place.database, { ...key, at: new Date() })
    assert.ok(store !== undefined)
    const article = { id: 'article', name: 'Bicycle', quantity: 1, price }
    const order = { id: `${price}`, currency: 'EUR', total_amount: price, articles: [article] }
    const body = { order, customer: { email: 'ada@example.com' } }
    const caller = { store, sandbox: key.sandbox }
    return createCheckout(scenario.writing, caller, { body, request: { ...body } })
  }
  await assert.rejects(
    checkout(SANDBOX, 20_001),
    (error) => error instanceof Refused && error.code === 'financing_unavailable',
  )
  for (const [mode, price, name, lender] of [
    [LIVE, 20_001, 'Store', null],
    [SANDBOX, 20_000, 'A toy', 'A toy bank'],
  ] as const) {
    const { id: checkoutId } = await checkout(mode, price)
    const made = await send('GET', `/checkout/${checkoutId}`, undefined, mode)
    assert.equal(made.status, 200, JSON.stringify(made.body))
    const token = made.body.checkout_url.split('#')[1]
    const path = `/checkout/${checkoutId}/progress`
    const headers = { ...mode, authorization: `Bearer ${token}` }
    const { store } = (await send('GET', path, undefined, headers)).body
    assert.deepEqual([store.name, store.lender], [name, lender])
  }
  for (const [mode, count] of [
    ['live', products.length],
    ['sandbox', 1],
  ] as const) {
    const lender = await lenderClient(place.database, { mode })
    const accept = mode === 'live' ? LIVE : SANDBOX
    const { body } = await lender('GET', `/lender/stores/${id}`, undefined, accept)
    assert.deepEqual([body.name, body.terms.products.length], ['Store', count])
  }
})

test('a payout schedule of the sandbox moves no date of live mode, due or not', async () => {
  const { id: storeId } = scenario.caller.store
  const dates = async () => {
    const rows = await place.database.query<AnyRow>(
      'SELECT sandbox, next_at FROM payout_calendars WHERE store_id = $1 ORDER BY sandbox',
      [storeId],
    )
    return rows.map(({ next_at: at }) => at)
  }
  await change(SANDBOX, { payout_schedule: { interval: 'manual' } })
  const [live, none] = await dates()
  assert.ok(live !== null)
  assert.equal(none, null)
  await place.database.query(
    `UPDATE payout_calendars SET next_at = now() - interval '1 hour'
     WHERE store_id = $1 AND NOT sandbox RETURNING 1`,
    [storeId],
  )
  const [due] = await dates()
  await change(SANDBOX, { payout_schedule: { interval: 'daily' } })
  const [still, next] = await dates()
  assert.deepEqual(still, due)
  assert.ok(next !== null)
  await change(SANDBOX, { payout_schedule: { interval: 'manual' } })
  await makePayouts(scenario.writing, { storeId, sandbox: false }, 'due')
  const [paid] = await dates()
  assert.ok(paid !== null && new Date(paid) > new Date(), 'live mode goes on by its own schedule')
})

test('no concurrent change in either mode is lost', async () => {
  const { products } = await me(LIVE)
  for (let round = 1; round <= 20; round++) {
    await Promise.all([
      change(SANDBOX, { decision: { age_min: 20 + round } }),
      change(LIVE, { products: [{ ...products[0], max_amount: 100_000 - round }] }),
      change(SANDBOX, { confirmation_timeout: round }),
    ])
    const [live, sandbox] = [await me(LIVE), await me(SANDBOX)]
    assert.deepEqual([live.decision.age_min, sandbox.decision.age_min], [18, 20 + round])
    assert.equal(live.products[0].max_amount, 100_000 - round)
    assert.deepEqual([live.confirmation_timeout, sandbox.confirmation_timeout], [round, round])
  }
})

test('on a demo one set serves both modes', async () => {
  await change(SANDBOX, { refund_spread: 'next' })
  const demo = createApp({ ...serviceOn(place.database), demo: true })
  const authorization = `Bearer ${scenario.privateKey}`
  const reply = await inject(demo.handle, {
    ...{ method: 'PATCH', url: '/me', payload: '{"fees_on_refund":"keep","name":"Demo"}' },
    headers: { ...SANDBOX, authorization, 'content-type': 'application/json' },
  })
  assert.equal(reply.statusCode, 200, reply.body)
  const { body } = await inject(demo.handle, { url: '/me', headers: { ...LIVE, authorization } })
  assert.deepEqual(
    picked(JSON.parse(body), ['name', 'refund_spread', 'fees_on_refund']),
    picked(reply.json(), ['name', 'refund_spread', 'fees_on_refund']),
  )
  assert.deepEqual(picked(reply.json(), ['name', 'fees_on_refund']), {
    ...{ name: 'Demo', fees_on_refund: 'keep' },
  })
  await demo.close()
})
