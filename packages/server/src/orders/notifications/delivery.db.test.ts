// A store is notified of everything once it is true, in order, and its answer decides an order
// exactly once.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { buyer, createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { acceptCheckout } from '../../checkout/checkouts/accept-checkout.ts'
import { expireCheckout } from '../../checkout/checkouts/expire-checkout.ts'
import { findOrder, listExpired } from '../../kernel/orders/store.ts'
import type { Order } from '../../model/order/order.ts'
import type { Writing } from '../../tenancy/caller/context.ts'
import type { Verdict } from '../confirmation/answer.ts'
import { cancelOrder } from '../editing/cancel-order.ts'
import { claimDue } from './claim-due.ts'
import { settleAttempt } from './settling.ts'
import { type Notification, renewClaims } from './store.ts'

const MINUTE = 60_000
const place = ownDatabase()
let scenario: Scenario

before(async () => {
  scenario = await createScenario(place.database)
})

/** The same world, so much later. */
function later(minutes: number): Writing {
  const clock = { now: () => new Date(Date.now() + minutes * MINUTE) }
  return { ...scenario.writing, clock }
}

async function signed(): Promise<Order> {
  const { id } = await scenario.checkout(30_000)
  const input = { checkoutId: id, wish: {}, buyerOf: () => buyer }
  return acceptCheckout(scenario.writing, scenario.caller, input)
}

async function reread({ id }: Order): Promise<Order> {
  const { store, sandbox } = scenario.caller
  const order = await findOrder(place.database, { storeId: store.id, sandbox, ref: id })
  if (order === undefined) throw new Error('the order is gone')
  return order
}

const dueOf = async ({ id }: Order, writing: Writing): Promise<Notification[]> =>
  (await claimDue(writing, 1_000)).filter(({ orderId }) => orderId === id)

/** Makes the attempt that the receiver answers so. */
async function answered(notification: Notification, verdict: Verdict, writing: Writing) {
  const attempt = {
    startedAt: writing.clock.now(),
    durationMs: 1,
    status: verdict === 'none' ? 500 : 200,
    failure: null,
    response: '',
  }
  await settleAttempt(writing, { notification, attempt, verdict, retryAfter: undefined })
}

/** Its state, how many attempts it counts, and how many are stored. */
async function messageOf({ storeId, id }: Order, { sequence }: Notification) {
  const [row] = await place.database.query<AnyRow>(
    `SELECT n.state, n.attempts, (SELECT count(*)::int FROM notification_attempts a
       WHERE (a.store_id, a.order_id, a.sequence) = (n.store_id, n.order_id, n.sequence)) AS stored
     FROM notifications n WHERE n.store_id = $1 AND n.order_id = $2 AND n.sequence = $3`,
    [storeId, id, String(sequence)],
  )
  return [row?.state, row?.attempts, row?.stored]
}

async function only(order: Order, writing: Writing): Promise<Notification> {
  const due = await dueOf(order, writing)
  assert.equal(due.length, 1)
  const [first] = due
  if (first === undefined) throw new Error('nothing is due')
  return first
}

test('the store answers ok: the order is confirmed and a final notification follows', async () => {
  const order = await signed()
  const sent = await only(order, scenario.writing)
  assert.equal(sent.kind, 'confirmation')
  await answered(sent, 'ok', scenario.writing)
  assert.equal((await reread(order)).state, 'confirmed')
  const final = await only(order, scenario.writing)
  assert.equal(final.kind, 'information')
  assert.equal(JSON.parse(final.body).status, 'ok')
  await answered(final, 'ok', scenario.writing)
  assert.deepEqual(await dueOf(order, later(60)), [])
})

test('the store answers ko: the order ends, and the store is notified', async () => {
  const order = await signed()
  await answered(await only(order, scenario.writing), 'ko', scenario.writing)
  const { state, statusReason } = await reread(order)
  assert.deepEqual([state, statusReason], ['ko', 'confirmation_rejected_by_merchant'])
  const final = await only(order, scenario.writing)
  assert.equal(JSON.parse(final.body).status_reason, 'confirmation_rejected_by_merchant')
})

test('without an answer it is retried after 5 s, and not before', async () => {
  const order = await signed()
  await answered(await only(order, scenario.writing), 'none', scenario.writing)
  assert.equal((await reread(order)).state, 'confirmation_required')
  assert.deepEqual(await dueOf(order, later(4 / 60)), [])
  const again = await only(order, later(6 / 60))
  assert.equal(again.attempts, 1)
})

test('a message that one worker has claimed no other gets, until the claim ends', async () => {
  const order = await signed()
  const taken = await only(order, scenario.writing)
  assert.deepEqual(await dueOf(order, later(0.1)), [])
  const again = await only(order, later(1.1))
  assert.equal(again.id, taken.id)
})

test('a claim that is renewed lasts longer', async () => {
  const order = await signed()
  const taken = await only(order, scenario.writing)
  await renewClaims(place.database, [taken], later(1).clock.now())
  assert.deepEqual(await dueOf(order, later(0.9)), [])
  await renewClaims(place.database, [{ ...taken, attempts: 7 }], later(10).clock.now())
  assert.equal((await only(order, later(1.1))).id, taken.id)
})

test('the answer of a worker that was thought dead decides nothing a second time', async () => {
  const order = await signed()
  const first = await only(order, scenario.writing)
  const second = await only(order, later(1.1))
  await answered(second, 'ok', scenario.writing)
  const { eventSequence } = await reread(order)
  await answered(first, 'ko', scenario.writing)
  const now = await reread(order)
  assert.deepEqual([now.state, now.eventSequence], ['confirmed', eventSequence])
  assert.deepEqual(await messageOf(order, first), ['delivered', 2, 2])
})

test('two attempts at once count as two, and no answer is lost', async () => {
  const order = await signed()
  const first = await only(order, scenario.writing)
  const second = await only(order, later(1.1))
  await answered(second, 'none', later(1.2))
  await answered(first, 'none', later(1.2))
  assert.deepEqual(await messageOf(order, first), ['waiting', 2, 2])
  const third = await only(order, later(2))
  const fourth = await only(order, later(3.1))
  await answered(third, 'none', later(3.2))
  await answered(fourth, 'ok', later(3.2))
  assert.deepEqual(await messageOf(order, first), ['delivered', 4, 4])
  assert.equal((await reread(order)).state, 'confirmed')
})

test('no valid answer in time: the order ends ko, and the store is notified', async () => {
  const order = await signed()
  const { sandbox, id, storeId } = order
  const tooLate = later(121)
  const expired = await listExpired(place.database, tooLate.clock.now(), 1_000)
  assert.ok(expired.some((each) => each.id === id))
  await expireCheckout(tooLate, { storeId, sandbox, id })
  const { state, statusReason, expiredAt } = await reread(order)
  assert.deepEqual([state, statusReason], ['ko', 'merchant_failed_to_confirm'])
  assert.notEqual(expiredAt, null)
  const row = await only(order, tooLate)
  assert.equal(row.kind, 'information')
  assert.equal(JSON.parse(row.body).status_reason, 'merchant_failed_to_confirm')
})

test('a checkout that nobody signs ends as expired, once', async () => {
  const order = await scenario.checkout(30_000)
  const { sandbox, id, storeId } = order
  await expireCheckout(later(59), { storeId, sandbox, id })
  assert.equal((await reread(order)).state, 'in_process')
  await expireCheckout(later(61), { storeId, sandbox, id })
  await expireCheckout(later(62), { storeId, sandbox, id })
  const { state, statusReason, eventSequence } = await reread(order)
  assert.deepEqual([state, statusReason, eventSequence], ['ko', 'expired', 2])
})

test('a confirmation that is no longer awaited delays nothing', async () => {
  const order = await signed()
  await cancelOrder(scenario.writing, scenario.caller, order.id)
  const row = await only(order, scenario.writing)
  assert.equal(row.kind, 'information')
  assert.equal(JSON.parse(row.body).status, 'ko')
})

test('a message that is refused for 75 hours is given up', async () => {
  const order = await scenario.checkout(30_000)
  await cancelOrder(scenario.writing, scenario.caller, order.id)
  const row = await only(order, scenario.writing)
  await answered(row, 'none', later(75 * 60))
  assert.deepEqual(await dueOf(order, later(80 * 60)), [])
})
