// The shared token reaches the store's receiver, and nothing else.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { buyer, createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { unacted } from '../../../../../test/fixtures/unacted.ts'
import { ok, openShop, type Saying, type Shop } from '../../../../../test/shop.ts'
import { acceptCheckout } from '../../checkout/checkouts/accept-checkout.ts'
import { createCheckout } from '../../checkout/checkouts/create-checkout.ts'
import { createSender } from '../../outbound/sending/engine.ts'
import { createMetrics } from '../../platform/metrics/metrics.ts'
import { parseAllowList } from '../../platform/network/address-guard.ts'
import { createVault } from '../../platform/secrets/vault.ts'
import { tokenPlace } from '../../tenancy/stores/secret-places.ts'
import { settingsUpdate } from '../../tenancy/stores/store.ts'
import { claimDue } from './claim-due.ts'
import { notifications } from './kind.ts'

const TOKEN = 'token+/=?&"~'
// The vault of the scenario, which sealed the store's secret.
const vault = createVault('a secret key of the tests')
const loopback = parseAllowList('loopback')
const place = ownDatabase()
let scenario: Scenario

before(async () => {
  scenario = await createScenario(place.database)
})

async function keepToken(auth: 'signature' | 'token', token: string | null): Promise<void> {
  const { store } = scenario.caller
  const { settings, ...stored } = store
  const versions = { termsVersion: 1, termsSince: null, comingTerms: [] }
  const ofSandbox = { sandboxTerms: null, sandboxTermsVersion: null, sandboxTermsSince: null }
  const ofLender = { ...versions, ...ofSandbox, allowedProducts: null }
  const liveSettings = { ...settings, notification_auth: auth }
  const sealed = token === null ? null : vault.seal(token, tokenPlace(store.id))
  await place.database.transaction(null, async (tx) =>
    tx.commit(
      undefined,
      unacted(settingsUpdate({ ...stored, liveSettings, ...ofLender, version: 1 }, sealed)),
    ),
  )
}

/** Signs an order that this shop has to confirm, and makes the attempt. */
async function question(say: () => Saying, path = ''): Promise<{ shop: Shop; orderId: string }> {
  const shop = await openShop(say)
  const article = { id: 'article', name: 'Bicycle', quantity: 1, price: 30_000 }
  const id = scenario.writing.ids.next()
  const order = { id, currency: 'EUR', total_amount: 30_000, articles: [article] }
  const merchant = { notification_url: shop.url + path }
  const body = { merchant, order, customer: { email: 'ada@example.com' } }
  const { writing, caller } = scenario
  const { id: orderId } = await createCheckout(writing, caller, { body, request: { ...body } })
  await acceptCheckout(writing, caller, { checkoutId: orderId, wish: {}, buyerOf: () => buyer })
  assert.ok('allow' in loopback)
  const options = {
    ...writing,
    real: writing.clock,
    database: place.database,
    vault,
    allow: loopback.allow,
    metrics: createMetrics(),
    log: { error: () => {}, info: () => {} },
  }
  const due = await claimDue(writing, 100)
  const { make, settle } = createSender(options, notifications)
  for (const notification of due) await settle(notification, await make(notification))
  shop.close()
  return { shop, orderId }
}

test('a store with a token gets it in header and query, and is signed to as ever', async () => {
  await keepToken('token', TOKEN)
  const { shop } = await question(() => ok, '&a=%20b#part')
  const [messages] = shop.messages
  assert.ok(messages !== undefined)
  const { searchParams } = new URL(messages.target, shop.url)
  assert.equal(searchParams.get('access_token'), TOKEN)
  assert.ok(messages.target.startsWith('/notify?shop=1&a=%20b&access_token='))
  assert.equal(messages.headers.authorization, `Bearer ${TOKEN}`)
  assert.match(String(messages.headers['webhook-signature']), /^v1,/)
})

test('without a token, or where the signature counts, none is sent', async () => {
  for (const [auth, token] of [
    ['token', null],
    ['signature', TOKEN],
  ] as const) {
    await keepToken(auth, token)
    const [messages] = (await question(() => ok)).shop.messages
    assert.equal(messages?.target, '/notify?shop=1')
    assert.equal(messages?.headers.authorization, undefined)
  }
})

test('no attempt stores the token, even if the receiver sends it back', async () => {
  await keepToken('token', TOKEN)
  const echo = `${TOKEN} ${encodeURIComponent(TOKEN)} ${JSON.stringify({ said: TOKEN })}`
  for (const say of [() => ({ text: echo }), () => ({ status: 500, text: echo })]) {
    const { orderId } = await question(say)
    const attempts = await place.database.query<AnyRow>(
      'SELECT * FROM notification_attempts WHERE order_id = $1',
      [orderId],
    )
    assert.equal(attempts.length, 1)
    const urls = await place.database.query<AnyRow>(
      'SELECT * FROM notifications WHERE order_id = $1',
      [orderId],
    )
    const stored = JSON.stringify([...attempts, ...urls])
    for (const form of [TOKEN, encodeURIComponent(TOKEN), JSON.stringify(TOKEN).slice(1, -1)]) {
      assert.ok(!stored.includes(form))
    }
    assert.ok(stored.includes('[token]'))
  }
})

test('a token that no header can hold fails the attempt and is not stored', async () => {
  const token = 'line\nend €'
  await keepToken('token', token)
  const { shop, orderId } = await question(() => ok)
  assert.equal(shop.messages.length, 0)
  const [attempt] = await place.database.query<AnyRow>(
    'SELECT failure FROM notification_attempts WHERE order_id = $1',
    [orderId],
  )
  assert.match(attempt?.failure, /header/)
  assert.doesNotMatch(attempt?.failure, /line/)
})

test('the database does not hold the token in clear', async () => {
  await keepToken('token', TOKEN)
  const rows = await place.database.query<AnyRow>('SELECT * FROM stores', [])
  assert.ok(!JSON.stringify(rows).includes('token+'))
})
