// Nothing left of an erased person identifies them, and everything is proven as before.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Buyer, cents } from '@svc/api'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import {
  approve,
  type Colleague,
  colleague,
  outcomeOf,
} from '../../../../../test/fixtures/colleagues.ts'
import { lenderClient, realWriting } from '../../../../../test/fixtures/lender.ts'
import { createScenario, newBuyer, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { testDesk } from '../../../../../test/fixtures/test-desk.ts'
import {
  createTestService,
  type Json,
  type TestService,
} from '../../../../../test/fixtures/test-service.ts'
import { audit, prove } from '../../audit/audit.ts'
import { personSweeps } from '../../audit/person-checks.ts'
import { acceptCheckout } from '../../checkout/checkouts/accept-checkout.ts'
import { saveBuyer } from '../../checkout/checkouts/save-buyer.ts'
import { receivePayment } from '../../credit/loans/receive-payment.ts'
import { standardLimits } from '../../model/decision-limits/limits.ts'
import type { Order } from '../../model/order/order.ts'
import { cancelOrder } from '../../orders/editing/cancel-order.ts'
import { Refused } from '../../platform/refusal.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { unblockPerson } from '../blocks/unblock-person.ts'
import { mergePerson } from '../merging/merge-person.ts'
import { erasePerson } from './erase-person.ts'

const place = ownDatabase()
let send: TestService['send']
let risk: Colleague
const reason = { code: 'legal', note: 'They asked for it in writing.' } as const
const decision = { ...standardLimits, attempts_per_day_max: 1_000 }

before(async () => {
  send = await lenderClient(place.database)
  risk = await colleague(testDesk(place.database, systemClock), 'risk')
})

const shop = (buyer: Buyer, sandbox: 'rules' | 'person' = 'rules'): Promise<Scenario> =>
  createScenario(place.database, { buyer, settings: { decision: { ...decision, sandbox } } })

const zenobia = {
  ...{ first_name: 'Zenobia', last_name: 'Quintanilla', phone: '+34 611 222 333' },
  ...{ birthday: '1987-06-05', email: 'Zenobia.Q@example.org' },
}
const address = {
  ...{ first_name: zenobia.first_name, last_name: zenobia.last_name, phone: zenobia.phone },
  ...{ street: 'Calle de la Paloma 17', city: 'Soria', postal_code: '42001', country_code: 'ES' },
}
const needles = ['zenobia', 'quintanilla', '611222333', '611 222 333', '1987-06-05', 'paloma']

/** The tables of the whole database that contain a text, in any column. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const tables = await place.database.query<AnyRow>(
    `SELECT relname AS name FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`,
    [],
  )
  const results: string[] = []
  for (const { name } of tables) {
    const [row] = await place.database.query<AnyRow>(
      `SELECT count(*)::int AS count FROM ${name} x, unnest($1::text[]) n
       WHERE strpos(lower(to_jsonb(x)::text), lower(n)) > 0`,
      [texts],
    )
    if (Number(row?.count) > 0) results.push(name)
  }
  return results
}

async function personOf({ document_id }: Pick<Buyer, 'document_id'>): Promise<string> {
  const [row] = await place.database.query<AnyRow>(
    'SELECT id FROM persons WHERE document_number = $1',
    [document_id],
  )
  return String(row?.id)
}

const erase = (id: string, query = '') =>
  risk.send('POST', `/lender/people/${id}/erase${query}`, { reason })

async function ask(of: TestService['send'], method: 'GET' | 'POST', path: string, body?: object) {
  const answered = await of(method, path, body, { 'idempotency-key': `${method} ${path}` })
  assert.ok(answered.status < 300, `${path} ${JSON.stringify(answered.body)}`)
  return answered.body
}

/** All data that a store and its buyer send, under one key. */
async function checkoutOf(scenario: Scenario, { document_id }: Buyer): Promise<string> {
  const { privateKey } = scenario
  const store = createTestService(place.database, { privateKey })
  const article = { id: 'ring', name: 'Ring for Zenobia', quantity: 1, price: 30_000 }
  const customer = { ...zenobia, document_id: { type: 'nif', number: document_id }, address }
  const mid = scenario.writing.ids.next()
  const order = { id: mid, currency: 'EUR', total_amount: 30_000, articles: [article] }
  const headers = { 'idempotency-key': `checkout ${mid}` }
  const body = { order, customer, billing: address, shipping: address }
  const { status, body: made } = await store.send('POST', '/checkout', body, headers)
  assert.equal(status, 201, JSON.stringify(made))
  return made.id
}

async function signed(scenario: Scenario, buyer: Buyer): Promise<string> {
  const checkoutId = await checkoutOf(scenario, buyer)
  const input = { checkoutId, wish: {}, buyerOf: () => buyer }
  await acceptCheckout(scenario.writing, scenario.caller, input)
  return checkoutId
}

async function paidOff(scenario: Scenario): Promise<Order> {
  const order = await scenario.confirmed(30_000)
  await scenario.capture(order, 30_000)
  const store = { id: order.storeId }
  const arrival = {
    ...{ method: 'bank_transfer', reference: `E2E ${order.id}` },
    ...{ valueOn: scenario.writing.clock.now().toISOString().slice(0, 10) },
  }
  const { writing } = scenario
  const paid = { ref: order.id, amount: cents(30_000), spread: 'next' } as const
  const input = { ...paid, arrival: arrival as never }
  await receivePayment(writing, { store, sandbox: true }, input)
  return order
}

const findings = async () =>
  (await audit(place.database)).findings.map(({ invariant, message }) => `${invariant} ${message}`)

test('nothing left anywhere identifies them, and the audit finds nothing', async () => {
  const buyer = { ...newBuyer(), ...zenobia }
  const all = [...needles, zenobia.email, buyer.document_id]
  const scenario = await shop(buyer)
  const other = await shop(buyer)
  const order = await signed(scenario, buyer)
  const store = createTestService(place.database, { privateKey: scenario.privateKey }).send
  const history = {
    ...{ id: 'earlier', amount: 100, due: 0, status: 'complete', type: 'card' },
    ...{ order_date: '2026-01-01', currency: 'EUR', billing: address, shipping: address },
  }
  await ask(store, 'POST', `/orders/${order}/history`, [history] as never)
  const typed = await checkoutOf(other, buyer)
  await saveBuyer(other.writing, other.caller, { checkoutId: typed, buyer })
  const id = await personOf(buyer)
  await ask(send, 'POST', `/lender/people/${id}/block`, { reason })
  await cancelOrder(scenario.writing, scenario.caller, order)
  const refusal = await erase(id)
  assert.equal(refusal.body.error.code, 'person_kept', JSON.stringify(refusal.body))
  assert.deepEqual(Object.keys(refusal.body.error.fields).sort(), ['blocked', 'orders'])
  await unblockPerson(realWriting(place.database), { sandbox: true }, { id, reason })
  await cancelOrder(other.writing, other.caller, typed)

  for (const text of all) assert.notDeepEqual(await tablesWith([text]), [], text)
  const held = await tablesWith(all)
  for (const table of ['buyers', 'documents', 'history_entries', 'idempotency_keys', 'orders']) {
    assert.ok(held.includes(table), table)
  }
  const dry = await erase(id, '?dry_run=true')
  assert.deepEqual([dry.status, dry.body.id], [200, id], JSON.stringify(dry.body))
  assert.deepEqual(await tablesWith(all), held, 'a dry run erases nothing')
  const erased = await erase(id)
  assert.equal(erased.status, 200, JSON.stringify(erased.body))
  assert.deepEqual(await tablesWith(all), [])
  assert.deepEqual(await findings(), [])

  const shown = (await store('GET', `/orders/${order}`)).body
  assert.deepEqual(shown.customer, { email: 'erased@erased.invalid' })
  assert.deepEqual([shown.articles, shown.shipping, shown.billing], [[], null, null])
  assert.notEqual(shown.instalment_plan, null)
  assert.deepEqual((await store('GET', `/orders/${order}/documents`)).body.results, [])
  const page = await store('GET', `/orders/${order}/documents/agreement.html`)
  assert.equal(page.body.error.code, 'document_not_found')
  assert.deepEqual((await store('GET', `/checkout/${order}`)).body.transaction, {})
})

test('the page shows when they were erased; searches and exports find nothing', async () => {
  const buyer = { ...newBuyer(), ...zenobia, email: 'second@example.org' }
  const scenario = await shop(buyer)
  await paidOff(scenario)
  const id = await personOf(buyer)
  const first = await erase(id)
  assert.equal(first.status, 200, JSON.stringify(first.body))
  const { body } = await send('GET', `/lender/people/${id}`)
  assert.deepEqual(
    [body.erased, body.first_name, body.phone, body.email, body.document.number],
    [first.body.erased, null, null, null, ''],
  )
  for (const sought of [
    { document: buyer.document_id },
    { document: id },
    { phone: buyer.phone },
  ]) {
    const results = await send('POST', '/lender/people/search', sought)
    assert.ok(!JSON.stringify(results.body).includes(id), JSON.stringify(sought))
  }
  const revealed = await send('POST', `/lender/people/${id}/reveal`, {
    ...{ fields: ['document', 'birthday', 'phone', 'email'], reason },
  })
  const nothing = { document: null, birthday: null, phone: null, email: null }
  assert.deepEqual(revealed.body, { id, ...nothing })
  const exported = (await send('GET', `/lender/people/${id}/export`)).body
  assert.ok(exported.tables.every(({ rows }: Json) => rows.length === 0))
  // Again it changes nothing.
  const again = await erase(id)
  assert.deepEqual([again.status, again.body], [200, first.body])
  const [count] = await place.database.query<AnyRow>(
    `SELECT count(*)::int AS count FROM actions WHERE action = 'person.erase' AND object_id = $1`,
    [id],
  )
  assert.equal(count?.count, 1)
  // A person who comes back is a new one.
  await scenario.confirmed(10_000)
  assert.notEqual(await personOf(buyer), id)
  const back = await send('POST', '/lender/people/search', { document: buyer.document_id })
  assert.equal(back.body.results.length, 1)
})

test('a person who owes or has an open order is not erased, nor one of another mode', async () => {
  const buyer = newBuyer()
  const scenario = await shop(buyer)
  const order = await scenario.confirmed(20_000)
  const id = await personOf(buyer)
  assert.deepEqual((await erase(id)).body.error.fields.orders, [`${order.id} is open`])
  await scenario.capture(order, 20_000)
  const { error } = (await erase(id)).body
  assert.deepEqual([error.code, Object.keys(error.fields)], ['person_kept', ['debts']])
  for (const other of ['0'.repeat(32), 'x', '%00']) {
    assert.equal((await erase(other)).body.error.code, 'person_not_found', other)
  }
  const wrong = { id, sandbox: false, demo: false, reason }
  await assert.rejects(erasePerson(realWriting(place.database), wrong), {
    code: 'person_not_found',
  })
})

test('where money is real the law keeps their data, and then two people decide', async () => {
  const buyer = newBuyer()
  const scenario = await createScenario(place.database, { buyer, sandbox: false })
  const { id: checkoutId } = await scenario.checkout(20_000)
  const input = { checkoutId, wish: {}, buyerOf: () => buyer }
  await acceptCheckout({ ...scenario.writing, demo: true }, scenario.caller, input)
  await cancelOrder(scenario.writing, scenario.caller, checkoutId)
  const id = await personOf(buyer)
  const wish = { id, sandbox: false, demo: false, reason }
  await assert.rejects(
    erasePerson(realWriting(place.database), wish),
    (error) =>
      error instanceof Refused &&
      error.code === 'person_kept' &&
      /Ley Orgánica 3\/2018/.test(String(error.detail.fields?.retention)),
  )
  const later = { now: () => new Date(systemClock.now().getTime() + 4 * 366 * 86_400_000) }
  await erasePerson(realWriting(place.database, later), wish)
  const parts = { sweeps: personSweeps, wholeChecks: [] }
  const proof = await prove(place.database, parts, { atOnce: 1 })
  const results = proof.findings.filter(({ order_id }) => order_id === id)
  assert.deepEqual(
    results.map(({ invariant }) => invariant),
    ['L23'],
    'nobody had approved it',
  )
})

test('a signature at the same time is before it, or of somebody new', async () => {
  for (const decides of ['rules', 'person'] as const) {
    for (let round = 0; round < 6; round++) {
      const buyer = newBuyer()
      const scenario = await shop(buyer, decides)
      await paidOff(scenario)
      const id = await personOf(buyer)
      const signing = Array.from({ length: 3 }, () => scenario.checkout(1_000))
      const checkouts = await Promise.all(signing)
      const [erased] = await Promise.allSettled([
        erasePerson(realWriting(place.database), { id, sandbox: true, demo: false, reason }),
        ...checkouts.map(({ id: checkoutId }) => {
          const input = { checkoutId, wish: {}, buyerOf: () => buyer }
          return acceptCheckout(scenario.writing, scenario.caller, input)
        }),
      ])
      const rows = await place.database.query<AnyRow>(
        `SELECT b.person_id, o.state FROM orders o JOIN buyers b ON b.store_id = o.store_id
           AND b.id = o.buyer_id WHERE o.id = ANY($1::text[])`,
        [checkouts.map(({ id: checkoutId }) => checkoutId)],
      )
      assert.equal(rows.length, 3)
      const isErased = erased.status === 'fulfilled'
      if (!isErased) assert.equal(erased.reason.code, 'person_kept')
      for (const row of rows) assert.equal(row.person_id === id, !isErased, `${decides} ${round}`)
    }
  }
  const parts = { sweeps: personSweeps, wholeChecks: [] }
  const proof = await prove(place.database, parts, { atOnce: 1 })
  assert.deepEqual(
    proof.findings.filter(({ invariant }) => invariant === 'L8'),
    [],
  )
})

test('a capture at the same time is never of somebody who is erased', async () => {
  for (let round = 0; round < 5; round++) {
    const buyer = newBuyer()
    const scenario = await shop(buyer)
    const order = await scenario.confirmed(5_000)
    const id = await personOf(buyer)
    const wish = { id, sandbox: true, demo: false, reason }
    const [erased, captured] = await Promise.allSettled([
      erasePerson(realWriting(place.database), wish),
      scenario.capture(order, 5_000),
    ])
    assert.equal(captured.status, 'fulfilled')
    assert.equal(erased.status === 'rejected' && erased.reason.code, 'person_kept')
  }
})

test('one requests, another sees the effects and decides, and it is done once', async () => {
  const demo = testDesk(place.database, systemClock, { demo: true })
  const [maker, checker]: readonly Colleague[] = [
    await colleague(demo, 'risk'),
    await colleague(demo, 'risk'),
  ]
  assert.ok(maker !== undefined && checker !== undefined)
  const buyer = newBuyer()
  await paidOff(await shop(buyer))
  const id = await personOf(buyer)
  const answered = await maker.send('POST', `/lender/people/${id}/erase`, { reason })
  const { approval } = answered.body
  assert.equal(answered.status, 202, JSON.stringify(answered.body))
  assert.equal(approval.effects.changes.orders.old, 1)
  assert.equal(await personOf(buyer), id, 'nothing is erased yet')
  assert.equal(outcomeOf(await approve(maker, approval)), 'approval_own')
  assert.equal(outcomeOf(await approve(checker, approval)), 'executed')
  assert.deepEqual(await tablesWith([buyer.document_id]), [])
  const again = await approve(checker, approval)
  assert.equal(outcomeOf(again), 'approval_ended')
})

test('a person with two documents is erased under both', async () => {
  const [one, other] = [newBuyer(), newBuyer()]
  await paidOff(await shop(one))
  await paidOff(await shop(other))
  const [into, id] = [await personOf(one), await personOf(other)]
  await mergePerson(realWriting(place.database), { sandbox: true }, { id, into, reason })
  assert.equal((await erase(id)).body.error.fields.person__id, into)
  assert.equal((await erase(into)).status, 200)
  assert.deepEqual(await tablesWith([one.document_id, other.document_id]), [])
  const parts = { sweeps: personSweeps, wholeChecks: [] }
  const proof = await prove(place.database, parts, { atOnce: 1 })
  assert.deepEqual(
    proof.findings.filter(({ order_id }) => order_id === into || order_id === id),
    [],
  )
})
