// Operations on many orders that arrive together: one commit, and each as if it were alone.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { cents } from '@svc/api'
import type { AnyRow } from '../../../../test/fixtures/any-row.ts'
import { buyer, createScenario, type Scenario } from '../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../test/fixtures/test-database.ts'
import { audit } from '../audit/audit.ts'
import { acceptCheckout } from '../checkout/checkouts/accept-checkout.ts'
import { lockOrder } from '../kernel/orders/store.ts'
import type { Order } from '../model/order/order.ts'
import type { Writer } from '../platform/database/database.ts'
import { once, requestHash } from '../platform/database/once.ts'
import { Refused } from '../platform/refusal.ts'
import { captureOrder } from './captures/capture-order.ts'
import { cancelOrder } from './editing/cancel-order.ts'
import { editOrder } from './editing/edit-order.ts'
import { claimDue } from './notifications/claim-due.ts'
import { settleAttempt } from './notifications/settling.ts'
import type { Notification } from './notifications/store.ts'
import { refundCapture } from './refunds/refund-capture.ts'
import { refundOrder } from './refunds/refund-order.ts'
import { voidOrder } from './voids/void-order.ts'

const place = ownDatabase()
let scenario: Scenario
before(async () => {
  scenario = await createScenario(place.database)
})

async function open(count: number): Promise<Order[]> {
  const orders: Order[] = []
  for (let made = 0; made < count; made++) orders.push(await scenario.confirmed(10_000))
  return orders
}

/** How many transactions wrote the newest events of the orders, and how many events there are. */
async function written(orders: readonly Order[]) {
  const ids = orders.map(({ id }) => id)
  const rows = await place.database.query<AnyRow>(
    `SELECT order_id, sequence, xmin::text AS transaction FROM events
     WHERE order_id = ANY($1::text[]) ORDER BY sequence DESC`,
    [ids],
  )
  const newest = ids.map((id) => rows.find(({ order_id }) => order_id === id)?.transaction)
  return { events: rows.length, transactions: new Set(newest).size }
}
async function signed(): Promise<Order> {
  const { id: checkoutId } = await scenario.checkout(10_000)
  const input = { checkoutId, wish: {}, buyerOf: () => buyer }
  return acceptCheckout(scenario.writing, scenario.caller, input)
}

function answered(notification: Notification): Promise<unknown> {
  const startedAt = scenario.writing.clock.now()
  const attempt = { startedAt, durationMs: 1, status: 200, failure: null, response: '' }
  const answer = { verdict: 'ok', retryAfter: undefined } as const
  return settleAttempt(scenario.writing, { notification, attempt, ...answer })
}

const assertSound = async () => assert.deepEqual((await audit(place.database)).findings, [])

test('all operations on orders share transactions, whatever they are', async () => {
  const { writing, caller } = scenario
  const orders = await open(7)
  const [a, b, c, d, e, f, g] = orders
  assert.ok(a && b && c && d && e && f && g)
  const ids = orders.map(({ id: ref }) => ref)
  for (const order of [c, d]) await scenario.capture(order, 4_000)
  const captureId = await scenario.capture(e, 4_000)
  const amount = cents(100)
  const before = await written(orders)
  const edit = { whole: false, edit: { total_amount: cents(9_000) } }
  await Promise.all([
    captureOrder(writing, caller, { ref: a.id, amount }),
    voidOrder(writing, caller, { ref: b.id, amount }),
    refundOrder(writing, caller, { ref: c.id, amount }),
    cancelOrder(writing, caller, d.id),
    refundCapture(writing, caller, { ref: e.id, captureId, amount }),
    editOrder(writing, caller, { ref: f.id, ...edit }),
    captureOrder(writing, caller, { ref: g.mid, amount: cents(10_000) }),
  ])
  assert.deepEqual(await written(orders), { events: before.events + ids.length, transactions: 1 })
  await assertSound()
})

test('confirmations share, and so do the answers to what follows them', async () => {
  const orders = await Promise.all(Array.from({ length: 5 }, () => signed()))
  const ids = orders.map(({ id }) => id)
  for (const kind of ['confirmation', 'information']) {
    const due = await claimDue(scenario.writing, 1_000)
    await Promise.all(due.filter(({ orderId }) => ids.includes(orderId)).map(answered))
    const [row] = await place.database.query<AnyRow>(
      `SELECT count(*)::int AS attempts, count(DISTINCT a.xmin::text)::int AS transactions
       FROM notification_attempts a JOIN notifications n USING (store_id, order_id, sequence)
       WHERE n.kind = $1 AND n.order_id = ANY($2::text[])`,
      [kind, ids],
    )
    assert.deepEqual(row, { attempts: 5, transactions: 1 }, kind)
  }
  assert.equal((await written(orders)).transactions, 1)
  await assertSound()
})

test('a confirmation and a cancellation by the other name follow each other', async () => {
  const { writing, caller } = scenario
  const order = await signed()
  const due = await claimDue(writing, 1_000)
  const [question] = due.filter(({ orderId }) => orderId === order.id)
  assert.ok(question)
  const before = await written([order])
  await Promise.all([answered(question), cancelOrder(writing, caller, order.mid)])
  const [row] = await place.database.query<AnyRow>('SELECT state FROM orders WHERE id = $1', [
    order.id,
  ])
  assert.ok(['cancelled', 'ko'].includes(row?.state), row?.state)
  const { events } = await written([order])
  assert.ok(events > before.events)
  await assertSound()
})

test('a refusal among them affects no other', async () => {
  const { writing, caller } = scenario
  const orders = await open(3)
  const amounts = [100, 10_001, 300].map(cents)
  const before = await written(orders)
  const ends = await Promise.allSettled([
    ...orders.map(({ id: ref }, index) =>
      captureOrder(writing, caller, { ref, amount: amounts[index] ?? cents(0) }),
    ),
    captureOrder(writing, caller, { ref: 'no such order', amount: cents(1) }),
    captureOrder(writing, caller, { ref: 'no\0order', amount: cents(1) }),
  ])
  const codes = ends.map((end) => (end.status === 'rejected' ? end.reason.code : end.status))
  const missing = 'order_not_found'
  assert.deepEqual(codes.slice(3), [missing, missing])
  assert.deepEqual([codes[0], codes[2]], ['fulfilled', 'fulfilled'])
  assert.ok(ends[1]?.status === 'rejected' && ends[1].reason instanceof Refused)
  assert.equal((await written(orders)).events, before.events + 2)
})

test('an order under both of its names is captured twice, once after the other', async () => {
  const { writing, caller } = scenario
  const orders = await open(2)
  const [order, other] = orders
  assert.ok(order && other)
  const before = await written(orders)
  const amount = cents(6_000)
  const ends = await Promise.allSettled([
    captureOrder(writing, caller, { ref: order.id, amount }),
    captureOrder(writing, caller, { ref: order.mid, amount }),
    captureOrder(writing, caller, { ref: other.id, amount }),
  ])
  assert.deepEqual(
    ends.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.equal((await written(orders)).events, before.events + 2)
  const small = cents(100)
  await Promise.all([
    captureOrder(writing, caller, { ref: order.mid, amount: small }),
    captureOrder(writing, caller, { ref: order.id, amount: small }),
  ])
  assert.equal((await written(orders)).events, before.events + 4)
  await assertSound()
})

test('requests with keys share; of two with one key only one has an effect', async () => {
  const { writing, caller } = scenario
  const orders = await open(3)
  const before = await written(orders)
  const keyed = (order: Order | undefined, key: string, amount = 100) =>
    once(
      {
        database: place.database,
        clock: writing.clock,
        once: { storeId: caller.store.id, sandbox: true, key, requestHash: requestHash(key) },
        vault: undefined,
      },
      (writer: Writer) =>
        captureOrder({ ...writing, writer }, caller, {
          ref: order?.id ?? '',
          amount: cents(amount),
        }),
      ({ capture }) => ({ status: 200, body: capture.id, location: null }),
    )
  const [a, b, c] = orders
  const ends = await Promise.allSettled([keyed(a, 'one'), keyed(b, 'two'), keyed(c, 'one')])
  assert.deepEqual(
    ends.map((end) => (end.status === 'rejected' ? end.reason.code : end.value.replayed)),
    [false, false, 'request_in_progress'],
  )
  assert.deepEqual((await written(orders.slice(0, 2))).transactions, 1)
  assert.equal((await written(orders)).events, before.events + 2)
  const again = await Promise.all([keyed(a, 'one'), keyed(b, 'two'), keyed(c, 'three')])
  assert.deepEqual(
    again.map(({ replayed }) => replayed),
    [true, true, false],
  )
  assert.equal((await written(orders)).events, before.events + 3)
  // Its remainder can be captured once only: the second time the key answers, not the rule.
  const [first, second] = [await keyed(a, 'rest', 9_900), await keyed(a, 'rest', 9_900)]
  assert.deepEqual([first.replayed, second], [false, { ...first, replayed: true }])
  await assertSound()
})

if (process.env.TEST_DATABASE === 'postgres') {
  test('an operation on a locked order waits alone; the others finish immediately', async () => {
    const { writing, caller } = scenario
    const orders = await open(3)
    const [held, ...free] = orders
    assert.ok(held)
    const locked = Promise.withResolvers<void>()
    const letGo = Promise.withResolvers<void>()
    const key = { storeId: caller.store.id, sandbox: true, ref: held.id }
    const holding = place.database.transaction(null, async (tx) => {
      await lockOrder(tx, key)
      locked.resolve()
      await letGo.promise
      return tx.commit(undefined)
    })
    await locked.promise
    const ends: string[] = []
    const capture = ({ id: ref }: Order) =>
      captureOrder(writing, caller, { ref, amount: cents(100) }).then(() => ends.push(ref))
    const waiting = capture(held)
    await Promise.all(free.map(capture))
    assert.equal((await written(free)).transactions, 1)
    assert.equal(ends.includes(held.id), false)
    letGo.resolve()
    await Promise.all([holding, waiting])
    assert.equal(ends.at(-1), held.id)
    await assertSound()
  })
}
