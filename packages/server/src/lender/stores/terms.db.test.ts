// The lender changes the terms of a store, in live mode by two people (decision 0126).
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import {
  approve,
  type Colleague,
  colleague,
  look,
  outcomeOf,
} from '../../../../../test/fixtures/colleagues.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { openTestDatabase, type TestDatabase } from '../../../../../test/fixtures/test-database.ts'
import { type TestDesk, testDesk } from '../../../../../test/fixtures/test-desk.ts'
import {
  createTestService,
  type Json,
  type TestService,
} from '../../../../../test/fixtures/test-service.ts'
import { audit } from '../../audit/audit.ts'

const LIVE = { accept: 'application/vnd.svc.v1+json' }
const SANDBOX = { accept: 'application/vnd.svc.sandbox.v1+json' }
const reason = { code: 'routine', note: 'As agreed for the new year.' }
type Mode = typeof LIVE

let place: TestDatabase
let desks: TestDesk
let risk: Colleague
let finance: Colleague
let shop: Scenario
let send: TestService['send']
before(async () => {
  place = await openTestDatabase()
  const clock = { now: () => new Date() }
  desks = testDesk(place.database, clock)
  risk = await colleague(desks, 'risk')
  finance = await colleague(desks, 'finance')
})
beforeEach(async () => {
  shop = await createScenario(place.database)
  send = createTestService(place.database, { privateKey: shop.privateKey }).send
})
after(() => place.stop())

const me = async (mode: Mode): Promise<Json> => (await send('GET', '/me', undefined, mode)).body
const path = () => `/lender/stores/${shop.caller.store.id}/terms`
async function terms(mode: Mode = LIVE): Promise<Json> {
  const { status, body } = await risk.send('GET', path(), undefined, mode)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const ask = (by: Colleague, body: object, query = '', mode: Mode = LIVE) =>
  by.send('POST', `${path()}${query}`, { reason, ...body }, mode)
const live = { headers: LIVE }
/** Colleagues look and approve in the sandbox unless they are asked otherwise. */
const inLive = (by: Colleague): Colleague => ({
  ...by,
  send: (method, to, body, headers) => by.send(method, to, body, { ...LIVE, ...headers }),
})

async function patchMe(mode: Mode, patch: object): Promise<Json> {
  const { status, body } = await send('PATCH', '/me', patch, mode)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

/** Asked for by risk, approved by finance. */
async function changed(change: object): Promise<void> {
  const { status, body } = await ask(risk, { ...change, version: (await terms()).version })
  assert.equal(status, 202, JSON.stringify(body))
  const done = await approve(inLive(finance), body.approval, live)
  assert.equal(outcomeOf(done), 'executed', JSON.stringify(done.body))
}

test('in live mode risk asks, finance approves, and the sandbox stays as it is', async () => {
  await patchMe(SANDBOX, { fees_on_refund: 'keep' })
  const sandbox = await me(SANDBOX)
  const earlier = await me(LIVE)
  const { version, products } = await terms()
  const change = {
    ...{ version, decision: { age_min: 21 }, lender: { name: 'A bank' } },
    products: products.map((each: Json) => ({ ...each, fee_rate: each.fee_rate + 1 })),
  }
  const dry = await ask(risk, change, '?dry_run=true')
  assert.equal(dry.status, 200, JSON.stringify(dry.body))
  assert.equal(dry.body.approval.because, 'floor')
  assert.deepEqual(Object.keys(dry.body.effects.changes).sort(), ['decision', 'lender', 'products'])
  const waiting = await ask(risk, change)
  assert.equal(waiting.status, 202, JSON.stringify(waiting.body))
  const { approval } = waiting.body
  assert.deepEqual(approval.effects, dry.body.effects)
  assert.deepEqual([await me(LIVE), (await terms()).version], [earlier, version])

  const second = inLive(await colleague(desks, 'risk'))
  const hash = (await look(inLive(finance), approval)).effects_hash
  assert.equal(outcomeOf(await approve(inLive(risk), approval, { hash })), 'permission_missing')
  assert.equal(outcomeOf(await approve(second, approval, { hash })), 'permission_missing')
  // What the store changes of its trade meanwhile makes nothing stale.
  await patchMe(LIVE, { url: 'https://b.example' })
  const done = await approve(inLive(finance), approval, { hash })
  assert.equal(outcomeOf(done), 'executed', JSON.stringify(done.body))

  const now = await me(LIVE)
  assert.deepEqual([now.decision.age_min, now.lender.name], [21, 'A bank'])
  assert.equal(now.products[0].fee_rate, earlier.products[0].fee_rate + 1)
  assert.deepEqual({ ...(await me(SANDBOX)), url: sandbox.url }, sandbox)
  const after = await terms()
  assert.notEqual(after.version, version)
  assert.deepEqual(after.products, now.products)
  // Sent back as it was read nothing changes, and nobody is asked.
  const same = await ask(finance, after)
  assert.deepEqual([same.status, same.body], [200, after])
  const stale = await ask(risk, change)
  assert.deepEqual([stale.status, outcomeOf(stale)], [409, 'terms_conflict'])
  const rows = await place.database.query<Json>(
    `SELECT mode, principal_id, on_behalf, reason_code FROM actions
     WHERE action = 'terms.change' AND store_id = $1`,
    [shop.caller.store.id],
  )
  const [row, ...others] = rows
  assert.deepEqual([row?.mode, row?.reason_code, others], ['live', 'routine', []])
  assert.equal(row?.on_behalf, risk.id)
  assert.deepEqual((await audit(place.database)).findings, [])
})

test('what the store has narrowed stays narrowed within new terms', async () => {
  const { products } = await terms()
  const [first, second] = products
  await patchMe(LIVE, { products: [{ ...first, max_amount: first.max_amount - 100 }] })
  const offered = async () =>
    (await me(LIVE)).products.map(({ type, max_amount, fee_rate }: Json) => ({
      ...{ type, max_amount, fee_rate },
    }))
  const own = { type: first.type, max_amount: first.max_amount - 100, fee_rate: 77 }
  assert.deepEqual((await terms()).products, products, 'the terms are what the lender allows')
  await changed({ products: products.map((each: Json) => ({ ...each, fee_rate: 77 })) })
  assert.deepEqual(await offered(), [own])
  // It widens again by itself, up to the new terms.
  const all = (await terms()).products
  assert.deepEqual([all.length, all[1].fee_rate], [products.length, 77])
  await patchMe(LIVE, { products: all.slice(0, 2) })
  assert.deepEqual((await offered()).length, 2)
  await patchMe(LIVE, { products: [{ ...all[0], max_amount: own.max_amount }] })
  const tight = { ...first, max_amount: own.max_amount - 100 }
  await changed({ products: [tight, second] })
  assert.deepEqual(await offered(), [
    { type: first.type, max_amount: tight.max_amount, fee_rate: first.fee_rate },
  ])
})

test('in the sandbox one person changes its own terms, and null is the default', async () => {
  const before = await me(LIVE)
  const { version, fees_on_refund: standard } = await terms(SANDBOX)
  const change = { version, fees_on_refund: 'keep', payout_schedule: { interval: 'manual' } }
  const done = await ask(risk, change, '', SANDBOX)
  assert.equal(done.status, 200, JSON.stringify(done.body))
  assert.deepEqual(done.body, await terms(SANDBOX))
  const sandbox = await me(SANDBOX)
  assert.deepEqual([sandbox.fees_on_refund, sandbox.payout_schedule.interval], ['keep', 'manual'])
  assert.deepEqual(await me(LIVE), before)
  const calendars = await place.database.query<Json>(
    'SELECT next_at FROM payout_calendars WHERE store_id = $1 ORDER BY sandbox',
    [shop.caller.store.id],
  )
  assert.deepEqual(
    calendars.map(({ next_at: at }) => at === null),
    [false, true],
  )
  const next = { version: done.body.version, fees_on_refund: null }
  assert.equal((await ask(risk, next, '', SANDBOX)).body.fees_on_refund, standard)
})

test('on a demo two people change one set in either mode', async () => {
  const demo = testDesk(place.database, { now: () => new Date() }, { demo: true })
  const [asking, checking] = [await colleague(demo, 'finance'), await colleague(demo, 'risk')]
  const { version } = await terms(SANDBOX)
  const waiting = await ask(asking, { version, fees_on_refund: 'keep' }, '', SANDBOX)
  assert.equal(waiting.status, 202, JSON.stringify(waiting.body))
  assert.equal(outcomeOf(await approve(checking, waiting.body.approval)), 'executed')
  assert.deepEqual(
    [(await me(LIVE)).fees_on_refund, (await me(SANDBOX)).fees_on_refund],
    [...['keep', 'keep']],
  )
  await demo.settled()
})

test('what is wrong with a change is said, and a store that is none is missing', async () => {
  const { version, products } = await terms()
  const [first] = products
  for (const wrong of [
    { fee_rate: 1 },
    { name: 'Other' },
    { capture_policy: 'full' },
    { products: [{ ...first, min_amount: first.max_amount + 1 }] },
    { lender: { email: 'a@bank.example' } },
    { version: null },
    { reason: null },
  ]) {
    const reply = await ask(risk, { version, ...wrong })
    assert.deepEqual([reply.status, outcomeOf(reply)], [400, 'body_invalid'], JSON.stringify(wrong))
  }
  const none = `/lender/stores/${'0'.repeat(32)}/terms`
  assert.equal(outcomeOf(await risk.send('GET', none)), 'store_not_found')
  for (const mode of [LIVE, SANDBOX]) {
    const reply = await risk.send('POST', none, { version, reason }, mode)
    assert.equal(outcomeOf(reply), 'store_not_found')
  }
  const support = await colleague(desks, 'support')
  assert.equal(outcomeOf(await ask(support, { version })), 'permission_missing')
})
