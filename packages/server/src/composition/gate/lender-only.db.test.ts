// Acts that a store's key may not do in live mode, on a server that is no demo, and the smaller
// reads.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import inject from 'light-my-request'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { lenderClient } from '../../../../../test/fixtures/lender.ts'
import { createScenario, newBuyer, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import {
  createTestService,
  type Json,
  serviceOn,
  type TestService,
} from '../../../../../test/fixtures/test-service.ts'
import type { Order } from '../../model/order/order.ts'
import { createApp } from '../app.ts'

const LIVE = { accept: 'application/vnd.svc.v1+json' }
const SANDBOX = { accept: 'application/vnd.svc.sandbox.v1+json' }

const place = ownDatabase()
let live: Scenario
let sandbox: Scenario
let order: Order
let send: TestService['send']
before(async () => {
  live = await createScenario(place.database, { sandbox: false, buyer: newBuyer() })
  sandbox = await createScenario(place.database)
  order = await live.confirmed(30_000)
  await live.capture(order, 30_000)
  send = createTestService(place.database, { privateKey: live.privateKey }).send
})

const nowhere = '0'.repeat(32)
/** With a body that is sound. */
const routesOf = (id: string): readonly (readonly [path: string, body: object | undefined])[] => [
  [`/orders/${id}/loan/payments`, { amount: 1_000 }],
  [`/orders/${id}/loan/charge-backs`, { payment_id: nowhere }],
  [`/orders/${id}/loan/early-repayment`, {}],
  [`/orders/${id}/loan/withdrawal`, undefined],
  [`/orders/${id}/decisions/${nowhere}/review`, { outcome: 'confirmed', note: 'Seen.' }],
  ['/me/payouts', undefined],
]

const COUNTED = ['events', 'ledger_entries', 'payments', 'payouts', 'decision_reviews'] as const
const countOf = async (): Promise<unknown> => {
  const counts = COUNTED.map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`)
  const done = `(SELECT count(*) FROM actions WHERE outcome = 'done') AS done`
  const [row] = await place.database.query<AnyRow>(`SELECT ${[...counts, done].join(', ')}`, [])
  return row
}

test('in live mode the lender decides: 403, and nothing is written but the refusal', async () => {
  const app = createApp(serviceOn(place.database))
  const authorization = `Bearer ${live.privateKey}`
  const earlier = await countOf()
  for (const [path, body] of routesOf(order.id)) {
    const reply = await inject(app.handle, {
      ...{ method: 'POST', url: path },
      headers: { ...LIVE, authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    const { error } = reply.json()
    assert.deepEqual([reply.statusCode, error.code], [403, 'lender_only'], path)
    assert.match(error.message, / is decided by the lender$/)
  }
  await app.close()
  assert.deepEqual(await countOf(), earlier)
  const refusals = await place.database.query<AnyRow>(
    `SELECT route, principal_kind, store_id FROM actions WHERE refusal = 'lender_only'`,
    [],
  )
  assert.equal(refusals.length, routesOf(order.id).length)
  for (const each of refusals) {
    assert.deepEqual([each.principal_kind, each.store_id], ['store_key', live.caller.store.id])
  }
})

test('no order is looked up for it, and faults of the request come first', async () => {
  for (const [path, body] of routesOf(nowhere)) {
    const reply = await send('POST', path, body, LIVE)
    assert.deepEqual([reply.status, reply.body.error.code], [403, 'lender_only'], path)
  }
  const bad = await send('POST', `/orders/${order.id}/loan/payments`, { amount: 'x' }, LIVE)
  assert.deepEqual([bad.status, bad.body.error.code], [400, 'body_invalid'])
  const query = await send('POST', `/orders/${order.id}/loan/withdrawal?dry_run=maybe`, {}, LIVE)
  assert.deepEqual([query.status, query.body.error.code], [400, 'query_invalid'])
})

test('a quote for an early repayment stays the store’s, and no other dry run does', async () => {
  for (const [path, body] of routesOf(order.id).slice(0, 4)) {
    const { status } = await send('POST', `${path}?dry_run=true`, body, LIVE)
    assert.equal(status, path.endsWith('early-repayment') ? 200 : 403, path)
  }
})

test('a store reads state and dates of a loan, and the outcome of a decision', async () => {
  const loan = await send('GET', `/orders/${order.id}/loan`, undefined, LIVE)
  assert.equal(loan.status, 200)
  assert.deepEqual(Object.keys(loan.body), [
    ...['status', 'starts_on', 'withdrawn_on', 'withdrawable_until', 'credit_amount'],
    ...['returned_amount', 'instalments'],
  ])
  const { body } = await send('GET', `/orders/${order.id}/decisions`, undefined, LIVE)
  assert.deepEqual(Object.keys(body.results[0]), ['id', 'outcome', 'created'])
  const lender = await lenderClient(place.database, { mode: 'live' })
  const whole = await lender('GET', `/lender/loans/${order.id}`, undefined, LIVE)
  assert.ok('payments' in whole.body.loan)
})

test('settings of the lender are refused as a whole, the store’s are taken', async () => {
  const { body: present } = await send('GET', '/me', undefined, LIVE)
  const back = await send('PATCH', '/me', present, LIVE)
  assert.equal(back.status, 200, JSON.stringify(back.body))
  const products = present.products.map((each: Json) => ({ ...each, fee_rate: 1 }))
  const wider = await send('PATCH', '/me', { url: 'https://b.example', products }, LIVE)
  assert.deepEqual([wider.status, wider.body.error.code], [403, 'lender_only'])
  assert.ok('products.0.fee_rate' in wider.body.error.fields)
  assert.equal((await send('GET', '/me', undefined, LIVE)).body.url, present.url)
  for (const [name, value] of Object.entries({
    ...{ refund_spread: 'next', fees_on_refund: 'keep', name: 'Another' },
    ...{ decision: null, collection: { late_after_days: 99 }, lender: { name: 'A bank' } },
    payout_schedule: { interval: 'manual' },
  })) {
    const reply = await send('PATCH', '/me', { [name]: value }, LIVE)
    assert.deepEqual([reply.status, reply.body.error?.code], [403, 'lender_only'], name)
  }
  const both = { products: 'x', refund_spread: 'next' }
  assert.equal((await send('PATCH', '/me', both, LIVE)).body.error.code, 'body_invalid')
  assert.equal((await send('PATCH', '/me', { nothing: 1 }, LIVE)).status, 400)
  const narrower = present.products
    .slice(0, 1)
    .map((each: Json) => ({ ...each, max_amount: each.max_amount - 1 }))
  const own = { url: 'https://c.example', capture_policy: 'full', products: narrower }
  const narrowed = await send('PATCH', '/me', own, LIVE)
  assert.equal(narrowed.status, 200, JSON.stringify(narrowed.body))
  assert.equal(narrowed.body.products.length, 1)
  // How far it may be widened again, stands beside it.
  const bounds = present.products.map((each: Json) => [each.type, each.max_amount])
  const allowed = narrowed.body.terms.products
  assert.deepEqual(
    allowed.map((each: Json) => [each.type, each.max_amount]),
    bounds,
  )
  const lender = await lenderClient(place.database, { mode: 'live' })
  const terms = async () => {
    const path = `/lender/stores/${live.caller.store.id}`
    return (await lender('GET', path, undefined, LIVE)).body.terms.products
  }
  assert.deepEqual(await terms(), present.products)
  const above = present.products.map((each: Json) => ({ ...each, max_amount: each.max_amount + 1 }))
  const refused = await send('PATCH', '/me', { products: above }, LIVE)
  assert.equal(refused.body.error.code, 'lender_only')
  const again = await send('PATCH', '/me', { products: present.products }, LIVE)
  assert.equal(again.status, 200, JSON.stringify(again.body))
  assert.deepEqual(again.body.products, present.products)
  assert.deepEqual(await terms(), present.products)
})

test('in the sandbox, and live on a demo, a store’s key does it all as before', async () => {
  const toy = createTestService(place.database, { privateKey: sandbox.privateKey }).send
  const toyOrder = await sandbox.confirmed(30_000)
  await sandbox.capture(toyOrder, 30_000)
  const payment = await toy(
    'POST',
    `/orders/${toyOrder.id}/loan/payments`,
    { amount: 1_000 },
    SANDBOX,
  )
  assert.equal(payment.status, 200)
  const [first] = (await toy('GET', `/orders/${toyOrder.id}/loan`)).body.payments
  const back = { payment_id: first.id }
  assert.equal((await toy('POST', `/orders/${toyOrder.id}/loan/charge-backs`, back)).status, 200)
  assert.equal((await toy('POST', `/orders/${toyOrder.id}/loan/withdrawal`)).status, 200)
  assert.equal((await toy('PATCH', '/me', { refund_spread: 'next' })).status, 200)
  assert.ok('inputs' in (await toy('GET', `/orders/${toyOrder.id}/decisions`)).body.results[0])
  const demo = createApp({ ...serviceOn(place.database), demo: true })
  const other = await live.confirmed(20_000)
  await live.capture(other, 20_000)
  const authorization = `Bearer ${live.privateKey}`
  for (const [path, status] of [
    [`/orders/${other.id}/loan/payments`, 200],
    ['/me/payouts', 201],
  ] as const) {
    const reply = await inject(demo.handle, {
      ...{ method: 'POST', url: path, payload: '{"amount":1000}' },
      headers: { ...LIVE, authorization, 'content-type': 'application/json' },
    })
    assert.equal(reply.statusCode, status, reply.body)
  }
})
