// A store knows an order by its name alone: a message overtaken by a newer checkout of the name
// never reaches it, whichever of two processes sends it and whatever dies on the way (contract
// §12.1).

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { CreateCheckout } from '@svc/api'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { buyer, createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { seedOf } from '../../../../../test/fixtures/seed.ts'
import { migratedPlace, type TestPlace } from '../../../../../test/fixtures/test-database.ts'
import { audit } from '../../audit/audit.ts'
import { acceptCheckout } from '../../checkout/checkouts/accept-checkout.ts'
import { createCheckout } from '../../checkout/checkouts/create-checkout.ts'
import type { Order } from '../../model/order/order.ts'
import type { Database } from '../../platform/database/database.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { Refused } from '../../platform/refusal.ts'
import { CLAIM_MS } from '../../platform/work/claims.ts'
import type { Writing } from '../../tenancy/caller/context.ts'
import type { StoreAnswer } from '../confirmation/answer.ts'
import { cancelOrder } from '../editing/cancel-order.ts'
import { editOrder } from '../editing/edit-order.ts'
import { claimDue } from './claim-due.ts'
import { listNotifications } from './list-notifications.ts'
import { replayNotification } from './replay-notification.ts'
import { settleAttempt } from './settling.ts'
import { type Notification, renewClaims } from './store.ts'

const SECOND = 1_000
const SEED = seedOf('overtaking')
let place: TestPlace
/** Each has its own connections and queues; an embedded database has one owner. */
let processes: readonly [Database, Database]
let scenario: Scenario
let named = 0
const newName = (): string => `mid-${++named}`

before(async () => {
  place = await migratedPlace()
  const { databaseUrl } = place
  const folder = join(place.folder, 'database')
  const open = () => openDatabase({ databaseUrl, folder, fraction: Math.random, print: () => {} })
  const first = await open()
  processes = [first, databaseUrl === undefined ? first : await open()]
  scenario = await createScenario(first)
})
after(async () => {
  for (const database of new Set(processes)) await database.close()
  await place.remove()
})

/** The same world, so much later. */
function later(seconds: number): Writing {
  const clock = { now: () => new Date(Date.now() + seconds * SECOND) }
  return { ...scenario.writing, clock }
}

function open(mid: string, writing: Writing = scenario.writing): Promise<Order> {
  const article = { id: 'article', name: 'Bicycle', quantity: 1, price: 30_000 }
  const order = { id: mid, currency: 'EUR', total_amount: 30_000, articles: [article] }
  const body: CreateCheckout = { order, customer: { email: 'ada@example.com' } }
  return createCheckout(writing, scenario.caller, { body, request: { ...body } })
}

function sign({ id: checkoutId }: Order, writing: Writing = scenario.writing): Promise<Order> {
  return acceptCheckout(writing, scenario.caller, { checkoutId, wish: {}, buyerOf: () => buyer })
}

/** Ended by its store, which has not been notified yet. */
async function ended(mid: string): Promise<Order> {
  const order = await open(mid)
  await cancelOrder(scenario.writing, scenario.caller, order.id)
  return order
}

/** The messages that a worker takes for delivery, of these orders. */
async function claimed(orders: readonly Order[], writing: Writing): Promise<Notification[]> {
  const ids = new Set(orders.map(({ id }) => id))
  return (await claimDue(writing, 1_000)).filter(({ orderId }) => ids.has(orderId))
}

async function theOne(order: Order, writing: Writing = scenario.writing): Promise<Notification> {
  const [first, ...more] = await claimed([order], writing)
  assert.deepEqual([first?.orderId, more], [order.id, []], 'one message is due')
  return first as Notification
}

function answered(notification: Notification, answer: StoreAnswer, writing: Writing) {
  const status = answer.verdict === 'none' ? 500 : 200
  const attempt = { startedAt: writing.clock.now(), durationMs: 1, status, failure: null }
  const settling = { attempt: { ...attempt, response: '' }, retryAfter: undefined }
  return settleAttempt(writing, { notification, ...settling, ...answer })
}

async function messagesOf({ id: ref }: Order) {
  const input = { ref, page: 1, pageSize: 100 }
  const reading = { ...scenario.writing, database: processes[0] }
  const { listed } = await listNotifications(reading, scenario.caller, input)
  return listed.map(({ notification }) => notification)
}

const statesOf = async (order: Order) => (await messagesOf(order)).map(({ state }) => state)

async function replayed(order: Order): Promise<string> {
  const [newest] = await messagesOf(order)
  assert.ok(newest !== undefined)
  const input = { ref: order.id, notificationId: newest.id }
  try {
    await replayNotification(scenario.writing, scenario.caller, input)
    return 'replayed'
  } catch (error) {
    if (error instanceof Refused) return error.code
    throw error
  }
}

test('a checkout that a newer one replaces ends without a message', async () => {
  const mid = newName()
  const older = await open(mid)
  await open(mid)
  assert.deepEqual(await messagesOf(older), [])
  const [last] = await processes[0].query<AnyRow>(
    'SELECT data FROM events WHERE order_id = $1 ORDER BY sequence DESC LIMIT 1',
    [older.id],
  )
  assert.equal(last?.data.status_reason, 'expired', 'its event is written')
})

test('the retry of an ended order is never sent once a newer checkout has its name', async () => {
  const mid = newName()
  const older = await ended(mid)
  await answered(await theOne(older), { verdict: 'none' }, scenario.writing)
  const newer = await sign(await open(mid))
  assert.deepEqual(await statesOf(older), ['overtaken'])
  await answered(await theOne(newer), { verdict: 'ok' }, scenario.writing)
  assert.deepEqual(await claimed([older], later(3_600)), [])
  assert.equal(await replayed(older), 'notification_overtaken')
})

test('a delivered message cannot be replayed, even once the newer one is renamed', async () => {
  const mid = newName()
  const older = await ended(mid)
  await answered(await theOne(older), { verdict: 'ok' }, scenario.writing)
  const newer = await sign(await open(mid))
  await answered(await theOne(newer), { verdict: 'ok', mid: newName() }, scenario.writing)
  assert.deepEqual(await statesOf(older), ['delivered'])
  assert.equal(await replayed(older), 'notification_overtaken')
})

for (const verdict of ['ok', 'ko', 'none'] as const) {
  test(`an attempt under way ends first, with ${verdict}`, async () => {
    const mid = newName()
    const older = await ended(mid)
    const underWay = await theOne(older)
    await open(mid)
    const newest = await sign(await open(mid))
    assert.deepEqual(await claimed([newest], scenario.writing), [], 'it would overtake')
    await renewClaims(processes[0], [underWay], later(20).clock.now())
    assert.deepEqual(await claimed([newest], later(15)), [], 'the attempt takes its time')
    await answered(underWay, { verdict }, scenario.writing)
    assert.deepEqual(await statesOf(older), [verdict === 'none' ? 'overtaken' : 'delivered'])
    assert.equal((await theOne(newest)).kind, 'confirmation')
    assert.deepEqual(await claimed([older], later(3_600)), [])
  })
}

test('a process that dies in the middle of an attempt holds the newer one up briefly', async () => {
  const mid = newName()
  const older = await ended(mid)
  await theOne(older)
  const newer = await sign(await open(mid))
  assert.deepEqual(await claimed([older, newer], later(CLAIM_MS / 1_000 - 1)), [])
  const afterwards = later(CLAIM_MS / 1_000 + 1)
  assert.equal((await theOne(newer, afterwards)).orderId, newer.id)
  assert.deepEqual(await claimed([older], later(3_600)), [])
})

test('an order that gets the name by the answer overtakes what had it', async () => {
  const mid = newName()
  const older = await ended(mid)
  const replaced = await open(mid)
  const newer = await sign(await open(newName()))
  await answered(await theOne(newer), { verdict: 'ok', mid }, scenario.writing)
  assert.deepEqual([await statesOf(older), await statesOf(replaced)], [['overtaken'], []])
})

test('a message that waits is sent under the name that its order has by then', async () => {
  const [earlier, mid] = [newName(), newName()]
  const order = await sign(await open(earlier))
  await answered(await theOne(order), { verdict: 'none' }, scenario.writing)
  const input = { ref: order.id, edit: { id: mid }, whole: false }
  await editOrder(scenario.writing, scenario.caller, input)
  const again = await theOne(order, later(10))
  assert.equal(JSON.parse(again.body).mid, mid)
  // It is about another order than the checkout that has the earlier name now, which waits for the
  // attempt alone.
  const newer = await sign(await open(earlier))
  assert.deepEqual(await claimed([newer], later(11)), [])
  await answered(again, { verdict: 'none' }, later(12))
  assert.equal((await theOne(newer, later(13))).orderId, newer.id)
  assert.equal((await theOne(order, later(120))).id, again.id)
})

test('a final message that is answered ko is not repeated', async () => {
  const order = await ended(newName())
  await answered(await theOne(order), { verdict: 'ko' }, scenario.writing)
  assert.deepEqual(await statesOf(order), ['delivered'])
  assert.deepEqual(await claimed([order], later(80 * 3_600)), [])
})

/** Mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

test('two processes send while names go from one checkout to the next', async () => {
  const random = randomOf(SEED)
  for (let round = 0; round < 25; round++) await race(random)
  assert.deepEqual((await audit(processes[0])).findings, [])
})

/** A retry of the older one is due in the very moment in which the newer one is made and signed. */
async function race(random: () => number): Promise<void> {
  const mid = newName()
  const older = await ended(mid)
  await answered(await theOne(older), { verdict: 'none' }, scenario.writing)
  const writings = processes.map((writer) => ({ ...later(10), writer }))
  let newer: Order | undefined
  let olderUnderWay = 0
  let requests = 0
  let isSigned = false
  async function deliver(writing: Writing): Promise<void> {
    const existed = newer !== undefined
    for (const message of await claimDue(writing, 1_000)) {
      const isOlder = message.orderId === older.id
      assert.ok(!(existed && isOlder), 'an attempt began that a newer checkout had overtaken')
      if (isOlder) olderUnderWay++
      else assert.equal(olderUnderWay, 0, 'the newer one was told beside the older one')
      await pause(random() * 10)
      if (isOlder) olderUnderWay--
      else requests++
      const verdict = isOlder && random() < 0.7 ? 'none' : 'ok'
      await answered(message, { verdict }, writing)
    }
  }
  async function work(writing: Writing): Promise<void> {
    await pause(random() * 8)
    // Turns count from the signature on: how long that takes is not tried here.
    for (let turn = 0; turn < 200 && requests < 2; turn += isSigned ? 1 : 0) await deliver(writing)
  }
  async function create(): Promise<void> {
    await pause(random() * 8)
    const [, other = scenario.writing] = writings
    newer = await open(mid, other)
    await sign(newer, other)
  }
  const signing = create().finally(() => {
    isSigned = true
  })
  await Promise.all([...writings.map(work), signing])
  assert.equal(requests, 2, 'the newer one is confirmed and told its result')
  assert.notEqual((await statesOf(older))[0], 'waiting')
}
