// 1,000 orders of a shop that behaves as plugins do, each with a random sequence of its own:
// create, reload, decline, give up, let expire, sign, change the way to pay, lose an answer, answer
// 500. By a test clock, and without any network. TEST_SEED=… does the same again.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { CreateCheckout } from '@svc/api'
import { audit } from '../packages/server/src/audit/audit.ts'
import { acceptCheckout } from '../packages/server/src/checkout/checkouts/accept-checkout.ts'
import { createCheckout } from '../packages/server/src/checkout/checkouts/create-checkout.ts'
import { expireCheckout } from '../packages/server/src/checkout/checkouts/expire-checkout.ts'
import { findOrder, listExpired } from '../packages/server/src/kernel/orders/store.ts'
import type { Verdict } from '../packages/server/src/orders/confirmation/answer.ts'
import { cancelOrder } from '../packages/server/src/orders/editing/cancel-order.ts'
import { claimDue } from '../packages/server/src/orders/notifications/claim-due.ts'
import { settleAttempt } from '../packages/server/src/orders/notifications/settling.ts'
import type { Notification } from '../packages/server/src/orders/notifications/store.ts'
import { Refused } from '../packages/server/src/platform/refusal.ts'
import { createRandom, type Random } from '../tools/simulate/random.ts'
import { atATime } from './at-a-time.ts'
import { effort } from './fixtures/effort.ts'
import { buyer, createScenario, type Scenario } from './fixtures/scenario.ts'
import { seedOf } from './fixtures/seed.ts'
import { openTestDatabase, type TestDatabase } from './fixtures/test-database.ts'
import { createPluginShop } from './plugin-shop.ts'

const SEED = seedOf('plugin sequences')
/** The same SQL on both; the embedded database is much slower. */
const ORDERS = process.env.TEST_DATABASE === 'postgres' ? effort({ short: 200, long: 1_000 }) : 100
const ROUNDS = 14
const AT_ONCE = 8
const CLAIMED_AT_ONCE = 200
const SECOND = 1_000
const MINUTE = 60 * SECOND
const WAITS = [SECOND, 35 * MINUTE, 6 * SECOND, 10 * MINUTE, MINUTE]

let place: TestDatabase
let scenario: Scenario
let now = Date.parse('2026-11-22T08:00:00Z')

before(async () => {
  place = await openTestDatabase()
  scenario = await createScenario(place.database, { clock: { now: () => new Date(now) } })
})
after(() => place.stop())

type Sequence = { readonly mid: string; readonly random: Random; readonly steps: string[] }

const shop = createPluginShop()

/** A refusal of the service is an answer like any other. */
async function tried(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
    return 'ok'
  } catch (error) {
    if (error instanceof Refused) return error.code
    throw error
  }
}

async function open(mid: string): Promise<void> {
  const article = { id: 'article', name: 'Bicycle', quantity: 1, price: 30_000 }
  const order = { id: mid, currency: 'EUR', total_amount: 30_000, articles: [article] }
  const body: CreateCheckout = { order, customer: { email: 'ada@example.com' } }
  await createCheckout(scenario.writing, scenario.caller, { body, request: { ...body } })
  // The buyer is led to the pay page once the checkout is there.
  shop.pay(mid)
}

const newest = (mid: string) => {
  const { store, sandbox } = scenario.caller
  return findOrder(place.database, { storeId: store.id, sandbox, ref: mid })
}

async function sign(mid: string, document_id: string): Promise<void> {
  const order = await newest(mid)
  if (order === undefined) return
  const input = { checkoutId: order.id, wish: {}, buyerOf: () => ({ ...buyer, document_id }) }
  await acceptCheckout(scenario.writing, scenario.caller, input)
}

async function step({ mid, random, steps }: Sequence): Promise<void> {
  const isNew = !shop.orders.has(mid)
  const kind = isNew
    ? 'create'
    : random.weighted({ wait: 6, reload: 5, sign: 4, decline: 2, giveUp: 2, otherMethod: 0.3 })
  const works = {
    wait: async () => {},
    create: () => open(mid),
    reload: () => open(mid),
    sign: () => sign(mid, '12345678Z'),
    decline: () => sign(mid, '99999998T'),
    giveUp: () => cancelPending(mid),
    otherMethod: () => changeMethod(mid),
  }
  const answer = await tried(works[kind])
  if (kind !== 'wait') steps.push(`${kind}: ${answer}`)
}

/** A buyer gives up what they have not paid for. */
async function cancelPending(mid: string): Promise<void> {
  const order = await newest(mid)
  if (order === undefined || order.state === 'confirmed') return
  await cancelOrder(scenario.writing, scenario.caller, order.id)
}

/** Only while the service has not been answered. */
async function changeMethod(mid: string): Promise<void> {
  const order = await newest(mid)
  if (order?.state === 'in_process') shop.changeMethod(mid)
}

/** One attempt: it arrives, or it does not; its answer arrives, or it does not. */
async function deliver(message: Notification, random: Random, steps: string[]): Promise<void> {
  const fate = random.weighted({ heard: 6, lost: 2, failed: 2 })
  const { mid, status } = JSON.parse(message.body)
  const answer: Verdict = fate === 'failed' ? 'none' : shop.hear({ mid, status })
  const verdict = fate === 'heard' ? answer : 'none'
  steps.push(`${message.orderId.slice(-4)} ${status} ${fate} ${answer}`)
  const attempt = {
    startedAt: new Date(now),
    durationMs: 1,
    status: verdict === 'none' ? 500 : 200,
    ...{ failure: null, response: null },
  }
  await settleAttempt(scenario.writing, {
    ...{ notification: message, attempt, verdict, retryAfter: undefined },
  })
}

async function deliverDue(sequences: ReadonlyMap<string, Sequence>): Promise<number> {
  const due = await claimDue(scenario.writing, CLAIMED_AT_ONCE)
  await atATime(AT_ONCE, due.length, async (index) => {
    const message = due[index] as Notification
    const sequence = sequences.get(JSON.parse(message.body).mid)
    assert.ok(sequence !== undefined)
    await deliver(message, sequence.random, sequence.steps)
  })
  return due.length === 0 ? 0 : due.length + (await deliverDue(sequences))
}

async function expireDue(): Promise<void> {
  const over = await listExpired(place.database, new Date(now), ORDERS * 2)
  await atATime(AT_ONCE, over.length, async (index) => {
    const { storeId, sandbox, id } = over[index] as (typeof over)[number]
    await expireCheckout(scenario.writing, { storeId, sandbox, id })
  })
}

/** What the shop does with its order has to agree with what the service says of it. */
async function agree({ mid, steps }: Sequence, isQuiet: boolean): Promise<void> {
  const order = await newest(mid)
  const own = shop.orders.get(mid)
  assert.ok(order !== undefined && own !== undefined)
  const what = `${mid}: the shop says ${own.state}, the service ${order.state}: ${steps.join(', ')}`
  // What was confirmed and is cancelled by its store afterwards was ok all the same.
  const isOk = order.state === 'confirmed' || order.state === 'cancelled'
  if (own.state === 'cancelled') assert.ok(!isOk, what)
  if (own.state === 'paid') assert.ok(isOk, what)
  if (!isQuiet || !own.ours) return
  assert.equal(own.state, isOk ? 'paid' : 'cancelled', what)
}

test('hundreds of orders: the shop never cancels an order that is ok for the service', async () => {
  const sequences = new Map<string, Sequence>(
    Array.from({ length: ORDERS }, (_, index) => {
      const mid = `order-${index + 1}`
      return [mid, { mid, random: createRandom(SEED, index), steps: [] }]
    }),
  )
  const all = [...sequences.values()]
  const each = (work: (sequence: Sequence) => Promise<void>) =>
    atATime(AT_ONCE, all.length, (index) => work(all[index] as Sequence))
  const first = createRandom(SEED, ORDERS).between(0, WAITS.length - 1)
  for (let round = 0; round < ROUNDS; round++) {
    // What is sent and what is done go on beside each other.
    await Promise.all([each(step), deliverDue(sequences)])
    await deliverDue(sequences)
    // Each as often as the others: with short waits alone hardly a checkout would expire.
    now += WAITS[(first + round) % WAITS.length] ?? SECOND
    await expireDue()
    await each((sequence) => agree(sequence, false))
  }
  for (let quiet = 0; quiet < 3; ) {
    now += 61 * MINUTE
    await expireDue()
    quiet = (await deliverDue(sequences)) === 0 ? quiet + 1 : 0
  }
  await each((sequence) => agree(sequence, true))
  const states = Map.groupBy(shop.orders.values(), ({ state }) => state)
  for (const state of ['paid', 'cancelled'] as const) {
    const { length } = states.get(state) ?? []
    assert.ok(length > ORDERS / 10, `${length} of ${ORDERS} are ${state} (seed ${SEED})`)
  }
  assert.deepEqual((await audit(place.database)).findings, [])
})
