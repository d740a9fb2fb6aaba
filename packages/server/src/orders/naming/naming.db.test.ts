// The name that a store gives its order with the confirmation: nobody else's, and the old one stays
// known.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { CreateCheckout } from '@svc/api'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { buyer, createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { audit } from '../../audit/audit.ts'
import { acceptCheckout } from '../../checkout/checkouts/accept-checkout.ts'
import { createCheckout } from '../../checkout/checkouts/create-checkout.ts'
import { findOrder } from '../../kernel/orders/store.ts'
import type { Order } from '../../model/order/order.ts'
import { Refused } from '../../platform/refusal.ts'
import { captureOrder } from '../captures/capture-order.ts'
import type { StoreAnswer } from '../confirmation/answer.ts'
import { cancelOrder } from '../editing/cancel-order.ts'
import { getOrder } from '../editing/get-order.ts'
import { claimDue } from '../notifications/claim-due.ts'
import { settleAttempt } from '../notifications/settling.ts'
import type { Notification } from '../notifications/store.ts'

const place = ownDatabase()
let scenario: Scenario
let named = 0
const newName = (): string => `name-${++named}`

before(async () => {
  scenario = await createScenario(place.database)
})

async function open(mid = newName(), sandbox = true): Promise<Order> {
  const article = { id: 'article', name: 'Bicycle', quantity: 1, price: 30_000 }
  const order = { id: mid, currency: 'EUR', total_amount: 30_000, articles: [article] }
  const body: CreateCheckout = { order, customer: { email: 'ada@example.com' } }
  const caller = { ...scenario.caller, sandbox }
  return createCheckout(scenario.writing, caller, { body, request: { ...body } })
}

async function signed(mid = newName(), sandbox = true): Promise<Order> {
  const { id: checkoutId } = await open(mid, sandbox)
  const caller = { ...scenario.caller, sandbox }
  const input = { checkoutId, wish: {}, buyerOf: () => buyer }
  return acceptCheckout(scenario.writing, caller, input)
}

/** The questions to these orders, taken for delivery. */
async function questionsTo(orders: readonly Order[]): Promise<Notification[]> {
  const due = await claimDue(scenario.writing, 1_000)
  const ids = new Set(orders.map(({ id }) => id))
  return due.filter(({ orderId, kind }) => ids.has(orderId) && kind === 'confirmation')
}

function answered(notification: Notification, answer: StoreAnswer): Promise<unknown> {
  const startedAt = scenario.writing.clock.now()
  const attempt = { startedAt, durationMs: 1, status: 200, failure: null, response: '' }
  const settling = { notification, attempt, retryAfter: undefined, ...answer }
  return settleAttempt(scenario.writing, settling)
}

async function confirmed(order: Order, answer: StoreAnswer): Promise<Order> {
  for (const question of await questionsTo([order])) await answered(question, answer)
  return byRef(order.id, order.sandbox)
}

async function byRef(ref: string, sandbox = true): Promise<Order> {
  const { store } = scenario.caller
  const order = await findOrder(place.database, { storeId: store.id, sandbox, ref })
  if (order === undefined) throw new Error(`nothing is named ${ref}`)
  return order
}

/** The last notification to its store. */
async function lastMessageOf({ id }: Order) {
  const [row] = await place.database.query<AnyRow>(
    'SELECT body FROM notifications WHERE order_id = $1 ORDER BY sequence DESC LIMIT 1',
    [id],
  )
  return row && JSON.parse(row.body)
}

test('the order has the name that its store answers, and is found by both', async () => {
  const order = await signed()
  const mid = newName()
  const now = await confirmed(order, { verdict: 'ok', mid })
  assert.deepEqual([now.state, now.mid, now.warnings], ['confirmed', mid, []])
  assert.equal((await byRef(mid)).id, order.id)
  assert.equal((await byRef(order.mid)).id, order.id)
  assert.equal((await lastMessageOf(order)).mid, mid)
  assert.deepEqual((await audit(place.database)).findings, [])
})

test('the name that it has already changes nothing', async () => {
  const order = await signed()
  const now = await confirmed(order, { verdict: 'ok', mid: order.mid })
  assert.deepEqual([now.state, now.mid, now.warnings], ['confirmed', order.mid, []])
  assert.deepEqual((await audit(place.database)).findings, [])
})

test('an invalid name is a warning, and the confirmation counts', async () => {
  const order = await signed()
  const now = await confirmed(order, { verdict: 'ok', mid: null })
  assert.deepEqual([now.state, now.mid], ['confirmed', order.mid])
  assert.equal(now.warnings.length, 1)
})

const holders = {
  'waits for confirmation': () => signed(),
  'is confirmed': async () => confirmed(await signed(), { verdict: 'ok' }),
  'was ever ok': async () => {
    const order = await confirmed(await signed(), { verdict: 'ok' })
    await cancelOrder(scenario.writing, scenario.caller, order.id)
    return order
  },
}
for (const [how, make] of Object.entries(holders)) {
  test(`the name of an order that ${how} is not given away`, async () => {
    const holder = await make()
    const order = await signed()
    const now = await confirmed(order, { verdict: 'ok', mid: holder.mid })
    assert.deepEqual([now.state, now.mid], ['confirmed', order.mid])
    assert.match(now.warnings.join(), new RegExp(holder.mid))
    assert.equal((await byRef(holder.mid)).id, holder.id)
  })
}

test('a checkout of that name that nobody has signed ends, as for a new one', async () => {
  const unsigned = await open()
  const order = await signed()
  const now = await confirmed(order, { verdict: 'ok', mid: unsigned.mid })
  assert.deepEqual([now.mid, now.warnings], [unsigned.mid, []])
  const ended = await byRef(unsigned.id)
  assert.deepEqual([ended.state, ended.statusReason], ['ko', 'expired'])
  assert.equal(await lastMessageOf(unsigned), undefined, 'its store would end the renamed order')
  assert.equal((await byRef(unsigned.mid)).id, order.id)
})

test('a name in the other mode, or of an order that ended ko, is free', async () => {
  const live = await signed(newName(), false)
  const now = await confirmed(await signed(), { verdict: 'ok', mid: live.mid })
  assert.equal(now.mid, live.mid)
  assert.equal((await byRef(live.mid, false)).id, live.id)
  const ko = await confirmed(await signed(), { verdict: 'ko' })
  assert.equal((await confirmed(await signed(), { verdict: 'ok', mid: ko.mid })).mid, ko.mid)
})

test('an earlier name is free, and means who has it now, else who had it last', async () => {
  const mid = newName()
  const first = await confirmed(await signed(mid), { verdict: 'ok', mid: newName() })
  assert.equal((await byRef(mid)).id, first.id)
  const second = await signed(mid)
  assert.equal((await byRef(mid)).id, second.id)
  await confirmed(second, { verdict: 'ok', mid: newName() })
  assert.equal((await byRef(mid)).id, second.id)
  const third = await confirmed(await signed(mid), { verdict: 'ko' })
  assert.equal((await byRef(mid)).id, third.id, 'who ended ko has it still')
  assert.deepEqual((await audit(place.database)).findings, [])
})

test('an answer after the deadline neither confirms nor names', async () => {
  const order = await signed()
  const [question] = await questionsTo([order])
  assert.ok(question !== undefined)
  const clock = { now: () => new Date(Date.now() + 120 * 60_000) }
  const attempt = { startedAt: clock.now(), durationMs: 1, status: 200, failure: null }
  const settling = { attempt: { ...attempt, response: '' }, retryAfter: undefined }
  const answer = { verdict: 'ok', mid: newName() } as const
  await settleAttempt(
    { ...scenario.writing, clock },
    { notification: question, ...settling, ...answer },
  )
  const now = await byRef(order.id)
  assert.deepEqual([now.state, now.mid], ['confirmation_required', order.mid])
})

test('the store’s reason for rejecting an order is stored with it', async () => {
  const order = await signed()
  await confirmed(order, { verdict: 'ko', reason: 'sold out' })
  const reported = await lastMessageOf(order)
  assert.equal(reported.status_reason, 'confirmation_rejected_by_merchant')
  const { details } = await getOrder(
    { ...scenario.writing, database: place.database },
    scenario.caller,
    order.id,
  )
  assert.equal(details.rejectionReason, 'sold out')
})

test('at most one of several concurrent claims gets a name, and no answer is lost', async () => {
  for (let round = 0; round < 12; round++) {
    const mid = newName()
    const orders = await Promise.all([signed(), signed(), signed()])
    const questions = await questionsTo(orders)
    assert.equal(questions.length, 3)
    const results = await Promise.allSettled([
      ...questions.map((question) => answered(question, { verdict: 'ok', mid })),
      open(mid),
      open(mid),
    ])
    for (const result of results) {
      if (result.status === 'fulfilled') continue
      assert.ok(result.reason instanceof Refused, String(result.reason))
      assert.equal(result.reason.code, 'order_id_used')
    }
    const now = await Promise.all(orders.map(({ id }) => byRef(id)))
    assert.ok(now.every(({ state }) => state === 'confirmed'))
    const owners = now.filter((order) => order.mid === mid)
    assert.equal(owners.length, 1, 'no checkout of that name was signed, so one of them has it')
    assert.equal((await byRef(mid)).id, owners[0]?.id)
    assert.equal(now.filter(({ warnings }) => warnings.length === 1).length, 2)
  }
  assert.deepEqual((await audit(place.database)).findings, [])
})

test('a name is given while a checkout of that name is signed: one has it', async () => {
  for (let round = 0; round < 12; round++) {
    const rival = await open()
    const order = await signed()
    const [question] = await questionsTo([order])
    assert.ok(question !== undefined)
    const input = { checkoutId: rival.id, wish: {}, buyerOf: () => buyer }
    const [naming, signing] = await Promise.allSettled([
      answered(question, { verdict: 'ok', mid: rival.mid }),
      acceptCheckout(scenario.writing, scenario.caller, input),
    ])
    assert.equal(naming.status, 'fulfilled')
    const { mid } = await byRef(order.id)
    const { state } = await byRef(rival.id)
    const gaveIt = signing.status === 'rejected'
    assert.deepEqual(
      [mid === rival.mid, state],
      gaveIt ? [true, 'ko'] : [false, 'confirmation_required'],
    )
  }
  assert.deepEqual((await audit(place.database)).findings, [])
})

test('all names of one order wait for each other: no money is captured twice', async () => {
  const { id, mid: earlier } = await signed()
  const { mid, totalAmount } = await confirmed(await byRef(id), { verdict: 'ok', mid: newName() })
  const results = await Promise.allSettled(
    [id, earlier, mid, earlier, mid].map((ref) =>
      captureOrder(scenario.writing, scenario.caller, { ref, amount: totalAmount }),
    ),
  )
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.equal((await byRef(id)).capturedAmount, totalAmount)
})
