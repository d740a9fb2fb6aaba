// The lender changes the terms of a store, in live mode by two people (decision 0126).
import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import {
  approve,
  type Colleague,
  colleague,
  inLive,
  LIVE,
  look,
  outcomeOf,
} from '../../../../../test/fixtures/colleagues.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { type TestDesk, testDesk } from '../../../../../test/fixtures/test-desk.ts'
import {
  createTestService,
  type Json,
  type TestService,
} from '../../../../../test/fixtures/test-service.ts'
import { audit } from '../../audit/audit.ts'

const SANDBOX = { accept: 'application/vnd.svc.sandbox.v1+json' }
const reason = { code: 'routine', note: 'As agreed for the new year.' }
type Mode = typeof LIVE

const place = ownDatabase()
let desks: TestDesk
let risk: Colleague
let finance: Colleague
let shop: Scenario
let send: TestService['send']
before(async () => {
  const clock = { now: () => new Date() }
  desks = testDesk(place.database, clock)
  risk = await colleague(desks, 'risk')
  finance = await colleague(desks, 'finance')
})
beforeEach(async () => {
  shop = await createScenario(place.database)
  send = createTestService(place.database, { privateKey: shop.privateKey }).send
})

const me = async (mode: Mode): Promise<Json> => (await send('GET', '/me', undefined, mode)).body
const path = () => `/lender/stores/${shop.caller.store.id}/terms`
async function terms(mode: Mode = LIVE): Promise<Json> {
  const [inForce, ...others] = (await versions(mode)).filter(({ state }) => state === 'in_force')
  assert.deepEqual(others, [])
  return inForce
}
/** All of them, newest first. */
async function versions(mode: Mode = LIVE, query = ''): Promise<Json[]> {
  const { status, body } = await risk.send('GET', `${path()}${query}`, undefined, mode)
  assert.equal(status, 200, JSON.stringify(body))
  return body.results
}
const ask = (by: Colleague, body: object, query = '', mode: Mode = LIVE) =>
  by.send('POST', `${path()}${query}`, { reason, ...body }, mode)
const live = { headers: LIVE }

async function patchMe(mode: Mode, patch: object): Promise<Json> {
  const { status, body } = await send('PATCH', '/me', patch, mode)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

/** Requested by risk, approved by finance. */
async function changed(change: object): Promise<void> {
  const { status, body } = await ask(risk, { ...change, version: (await terms()).version })
  assert.equal(status, 202, JSON.stringify(body))
  const done = await approve(inLive(finance), body.approval, live)
  assert.equal(outcomeOf(done), 'executed', JSON.stringify(done.body))
}

test('in live mode risk requests, finance approves, and the sandbox stays as it is', async () => {
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
  const { changes } = dry.body.effects
  const [{ type, currency, fee_rate: fee }] = products
  assert.deepEqual(changes['decision.age_min'], { old: 18, new: 21 })
  assert.deepEqual(changes['lender.name'], { old: null, new: 'A bank' })
  assert.deepEqual(changes[`products.${type} ${currency}.fee_rate`], { old: fee, new: fee + 1 })
  assert.equal(Object.keys(changes).length, products.length + 3, JSON.stringify(changes))
  const waiting = await ask(risk, change)
  assert.equal(waiting.status, 202, JSON.stringify(waiting.body))
  const { approval } = waiting.body
  assert.deepEqual(approval.effects, dry.body.effects)
  assert.deepEqual([await me(LIVE), (await terms()).version], [earlier, version])

  const second = inLive(await colleague(desks, 'risk'))
  const hash = (await look(inLive(finance), approval)).effects_hash
  assert.equal(outcomeOf(await approve(inLive(risk), approval, { hash })), 'permission_missing')
  assert.equal(outcomeOf(await approve(second, approval, { hash })), 'permission_missing')
  // The store's own trade changes meanwhile make nothing stale.
  await patchMe(LIVE, { url: 'https://b.example' })
  const done = await approve(inLive(finance), approval, { hash })
  assert.equal(outcomeOf(done), 'executed', JSON.stringify(done.body))

  const now = await me(LIVE)
  assert.deepEqual([now.decision.age_min, now.lender.name], [21, 'A bank'])
  assert.equal(now.products[0].fee_rate, earlier.products[0].fee_rate + 1)
  assert.deepEqual({ ...(await me(SANDBOX)), url: sandbox.url }, sandbox)
  const after = await terms()
  assert.equal(after.version, version + 1)
  const { products: allowed, ...inForce } = now.terms
  assert.deepEqual(inForce, { version: after.version, effective_from: after.effective_from })
  assert.equal(allowed.length, after.products.length)
  assert.deepEqual(after.products, now.products)
  // Sent back as it was read it changes nothing, and needs no approval.
  const { effective_from: _, ...members } = after
  const same = await ask(finance, members)
  assert.deepEqual([same.status, same.body], [200, after])
  assert.equal((await versions()).length, 2)
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

test('restrictions of the store remain within new terms', async () => {
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
  const { offer, terms: held } = await me(LIVE)
  assert.deepEqual([offer.length, offer[0].max_amount, held.version], [1, own.max_amount, 2])
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
  assert.equal(done.body.version, version + 1)
  assert.equal((await terms()).version, version, 'live mode has its own')
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

/** The version of a new checkout, as the store's server makes it. */
async function madeUnder(name: number): Promise<number> {
  const article = { id: 'article', name: 'Bicycle', quantity: 1, price: 10_000 }
  const order = { id: `${name}`, currency: 'EUR', total_amount: 10_000, articles: [article] }
  const made = await send('POST', '/checkout', { order, customer: { email: 'ada@example.com' } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return (await risk.send('GET', `/lender/orders/${made.body.id}`)).body.terms_version
}

const INDIA_MS = 5.5 * 3_600_000
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test('future terms are listed, withdrawn, and apply from their time on', async () => {
  const { version, fees_on_refund: standard } = await terms(SANDBOX)
  const soon = { version, fees_on_refund: 'keep', effective_from: inDays(10) }
  const dry = await ask(risk, soon, '?dry_run=true', SANDBOX)
  assert.equal(dry.status, 200, JSON.stringify(dry.body))
  assert.ok('effective_from' in dry.body.effects.changes)
  const made = await ask(risk, soon, '', SANDBOX)
  assert.equal(made.status, 200, JSON.stringify(made.body))
  assert.deepEqual([made.body.state, made.body.fees_on_refund], ['coming', 'keep'])
  // The sandbox has terms of its own from now on.
  const own = version + 1
  assert.equal(made.body.version, own + 1)
  const held = async () => {
    const { fees_on_refund: fees, terms: now } = await me(SANDBOX)
    return [fees, now.version]
  }
  assert.deepEqual(await held(), [standard, own])
  // At the moment of another one, or by terms that are others by then, none is made.
  const inIndia = new Date(Date.parse(soon.effective_from) + INDIA_MS).toISOString()
  for (const from of [soon.effective_from, inIndia.replace('Z', '+05:30')]) {
    const same = { version: own, fees_on_refund: 'return', effective_from: from }
    const twice = await ask(finance, same, '', SANDBOX)
    assert.deepEqual(Object.keys(twice.body.error.fields), ['effective_from'], from)
  }
  const late = { effective_from: inDays(20), refund_spread: 'last' }
  const stale = await ask(risk, { ...late, version: own }, '', SANDBOX)
  assert.equal(outcomeOf(stale), 'terms_conflict')
  const last = await ask(risk, { ...late, version: own + 1 }, '', SANDBOX)
  assert.deepEqual([last.body.fees_on_refund, last.body.refund_spread], ['keep', 'last'])

  const take = (number: number | string, by = risk, mode: Mode = SANDBOX) =>
    by.send('POST', `${path()}/${number}/withdraw`, { reason }, mode)
  assert.equal(outcomeOf(await take(own)), 'terms_not_coming')
  assert.equal(outcomeOf(await take(own + 9)), 'terms_not_found')
  assert.equal(outcomeOf(await take('x')), 'terms_not_found')
  assert.equal(outcomeOf(await take(own + 1, risk, LIVE)), 'terms_not_found')
  const gone = await take(own + 2)
  assert.deepEqual([gone.status, gone.body.state], [200, 'withdrawn'])
  assert.equal(outcomeOf(await take(own + 2)), 'terms_not_coming')
  assert.deepEqual(
    (await versions(SANDBOX)).map((each) => [each.version, each.state]),
    [
      [own + 2, 'withdrawn'],
      [own + 1, 'coming'],
      [own, 'in_force'],
    ],
  )
  assert.equal((await versions(SANDBOX, '?state=coming')).length, 1)
  assert.equal((await versions(SANDBOX, '?version-gt=2&ordering=version')).length, 2)

  // The sandbox's own clock goes over to them, to the second.
  const to = async (now: string) => {
    const reply = await send('POST', '/me/test-clock', { now }, SANDBOX)
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
  }
  const moment = Date.parse(made.body.effective_from)
  await to(new Date(moment - 1_000).toISOString())
  assert.deepEqual(await held(), [standard, own])
  const early = await madeUnder(1)
  await to(new Date(moment).toISOString())
  assert.deepEqual(await held(), ['keep', own + 1])
  assert.deepEqual([early, await madeUnder(2)], [own, own + 1])
  assert.deepEqual((await audit(place.database)).findings, [])
})

test('a checkout is signed under the terms of its making, and lists find its loan', async () => {
  const { version, products } = await terms(SANDBOX)
  const dear = products.map((each: Json) => ({ ...each, fee_rate: 99, late_charge: 7 }))
  assert.equal((await ask(risk, { version, products: dear }, '', SANDBOX)).status, 200)
  const made = await shop.checkout(30_000)
  const now = version + 1
  const [first] = products
  const change = { version: now, products: [{ ...first, max_amount: 20_000 }] }
  assert.equal((await ask(risk, change, '', SANDBOX)).status, 200)
  const wish = { product: 'instalments', num_instalments: 3 }
  const signed = await send('POST', `/sandbox/checkouts/${made.id}/complete`, wish, SANDBOX)
  assert.equal(signed.status, 200, JSON.stringify(signed.body))
  const rows = await place.database.query<Json>(
    `SELECT o.fee_rate, o.terms_version, d.loan_terms ->> 'lateCharge' AS late_charge
     FROM orders o JOIN order_details d ON d.store_id = o.store_id AND d.order_id = o.id
     WHERE o.id = $1`,
    [made.id],
  )
  assert.deepEqual(rows, [{ fee_rate: 99, terms_version: now, late_charge: '7' }])
  await assert.rejects(shop.checkout(30_000), /financing_unavailable/)
  const confirmed = await shop.confirmed(15_000)
  const store = `store-id=${shop.caller.store.id}`
  const loansOf = async (number: number) => {
    const list = `/lender/loans?${store}&terms-version=${number}`
    const { body } = await risk.send('GET', list, undefined, SANDBOX)
    return body.results.map((each: Json) => [each.id, each.terms_version])
  }
  assert.deepEqual(await loansOf(now + 1), [[confirmed.id, now + 1]])
  const { body } = await risk.send('GET', `/lender/orders/${made.id}`, undefined, SANDBOX)
  assert.equal(body.terms_version, now)
  assert.deepEqual((await audit(place.database)).findings, [])
})

test('a change of the store makes a version where it is the lender’s part, else none', async () => {
  const { version } = await terms(SANDBOX)
  await patchMe(SANDBOX, { url: 'https://c.example' })
  await patchMe(LIVE, await me(LIVE))
  assert.equal((await terms(SANDBOX)).version, version)
  await patchMe(SANDBOX, { fees_on_refund: 'keep' })
  assert.equal((await terms(SANDBOX)).version, version + 1)
  await patchMe(SANDBOX, await me(SANDBOX))
  await patchMe(SANDBOX, { fees_on_refund: 'keep', url: 'https://d.example' })
  assert.deepEqual(
    [(await versions(SANDBOX)).length, (await terms(SANDBOX)).version, (await terms()).version],
    [1, version + 1, version],
  )
  assert.deepEqual((await audit(place.database)).findings, [])
})

test('the sandbox cannot withdraw future terms of live mode', async () => {
  const { version } = await terms()
  const later = { version, fees_on_refund: 'keep', effective_from: inDays(5) }
  const waiting = await ask(risk, later)
  assert.equal(waiting.status, 202, JSON.stringify(waiting.body))
  const done = await approve(inLive(finance), waiting.body.approval, live)
  assert.equal(outcomeOf(done), 'executed', JSON.stringify(done.body))
  const take = (mode: Mode) =>
    risk.send('POST', `${path()}/${version + 1}/withdraw`, { reason }, mode)
  assert.equal((await versions(SANDBOX))[0].state, 'coming', 'the sandbox goes by live mode')
  assert.equal(outcomeOf(await take(SANDBOX)), 'terms_not_found')
  const { status, body } = await take(LIVE)
  assert.deepEqual([status, body.state], [200, 'withdrawn'])
  assert.deepEqual((await audit(place.database)).findings, [])
})

test('terms that begin before their approval fail and never take effect', async () => {
  const { version } = await terms()
  const effective_from = new Date(Date.now() + 1_500).toISOString()
  const waiting = await ask(risk, { version, fees_on_refund: 'keep', effective_from })
  assert.equal(waiting.status, 202, JSON.stringify(waiting.body))
  const hash = waiting.body.approval.effects_hash
  while (Date.now() <= Date.parse(effective_from)) await pause(50)
  const done = await approve(inLive(finance), waiting.body.approval, { hash, ...live })
  assert.equal(done.body.status, 'failed', JSON.stringify(done.body))
  assert.equal((await versions()).length, 1)
})

test('faults of a change are named, and an unknown store is missing', async () => {
  const { version, products } = await terms()
  const [first] = products
  for (const wrong of [
    { fee_rate: 1 },
    { name: 'Other' },
    { capture_policy: 'full' },
    { products: [{ ...first, min_amount: first.max_amount + 1 }] },
    { products: [{ ...first, nominal_rate: 10_001 }] },
    { lender: { email: 'a@bank.example' } },
    { version: null },
    { version: 'x' },
    { effective_from: '2020-01-01T00:00:00Z' },
    { effective_from: '9999-12-31T23:59:59Z' },
    { effective_from: new Date(Date.now() + 9_000_000).toISOString().slice(0, 19) },
    { effective_from: '2027-01-01' },
    { effective_from: '2027-02-30T00:00:00Z' },
    { reason: null },
  ]) {
    const reply = await ask(risk, { version, ...wrong })
    assert.deepEqual([reply.status, outcomeOf(reply)], [400, 'body_invalid'], JSON.stringify(wrong))
  }
  const none = `/lender/stores/${'0'.repeat(32)}/terms`
  const back = await risk.send('POST', `${none}/1/withdraw`, { reason })
  assert.equal(outcomeOf(back), 'store_not_found')
  assert.equal(outcomeOf(await risk.send('GET', none)), 'store_not_found')
  for (const mode of [LIVE, SANDBOX]) {
    const reply = await risk.send('POST', none, { version, reason }, mode)
    assert.equal(outcomeOf(reply), 'store_not_found')
  }
  const support = await colleague(desks, 'support')
  assert.equal(outcomeOf(await ask(support, { version })), 'permission_missing')
})
