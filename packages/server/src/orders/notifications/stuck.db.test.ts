// A confirmation whose order cannot be booked is reported, retried ever more rarely, given up, and
// can be requested again.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { buyer, createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { audit } from '../../audit/audit.ts'
import { acceptCheckout } from '../../checkout/checkouts/accept-checkout.ts'
import { expireCheckout } from '../../checkout/checkouts/expire-checkout.ts'
import { findOrder } from '../../kernel/orders/store.ts'
import type { Order } from '../../model/order/order.ts'
import { claimDue } from './claim-due.ts'
import { settle } from './kind.ts'
import { listNotifications } from './list-notifications.ts'
import { replayNotification } from './replay-notification.ts'

const MINUTE_MS = 60_000
const place = ownDatabase()
let scenario: Scenario
/** It stands still except for the minutes that pass, ahead of checkouts, which are of real time. */
const started = Date.now() + 10 * MINUTE_MS
let passed = 0
const logged: { details: Record<string, unknown>; message: string }[] = []

before(async () => {
  scenario = await createScenario(place.database)
})

const writing = () => {
  const clock = { now: () => new Date(started + passed * MINUTE_MS) }
  return { ...scenario.writing, clock }
}

async function signed(): Promise<Order> {
  const { id } = await scenario.checkout(30_000)
  const wish = { product: 'instalments' } as const
  return acceptCheckout(writing(), scenario.caller, { checkoutId: id, wish, buyerOf: () => buyer })
}

async function reread({ id }: Order): Promise<Order> {
  const { store, sandbox } = scenario.caller
  const order = await findOrder(place.database, { storeId: store.id, sandbox, ref: id })
  assert.ok(order !== undefined)
  return order
}

/** Answers ok to everything due; returns the orders asked about. */
async function deliver(): Promise<string[]> {
  const log = {
    error: (details: object, message: string) => {
      logged.push({ details: details as Record<string, unknown>, message })
    },
  }
  const of = writing()
  const due = await claimDue(of, 100)
  for (const notification of due) {
    const startedAt = of.clock.now()
    const attempt = { startedAt, durationMs: 1, status: 200, failure: null, response: '{}' }
    const settling = { notification, attempt, verdict: 'ok', retryAfter: undefined } as const
    await settle({ ...of, log: { ...log, info: () => {} } }, settling)
  }
  return due.map(({ orderId }) => orderId)
}

const change = (order: Order, set: string) =>
  place.database.query(
    `UPDATE order_details SET ${set} WHERE store_id = $1 AND order_id = $2 RETURNING 1`,
    [order.storeId, order.id],
  )

const messagesOf = async ({ id }: Order) => {
  const { listed } = await listNotifications(place, scenario.caller, {
    ref: id,
    page: 1,
    pageSize: 25,
  })
  return listed
}

test('a stuck confirmation is reported and retried ever more rarely; others go on', async () => {
  const [stuck, neighbour] = [await signed(), await signed()]
  await change(stuck, `loan_terms = jsonb_set(loan_terms, '{openingFee}', '"much"')`)
  assert.deepEqual((await deliver()).sort(), [stuck.id, neighbour.id].sort())
  assert.equal((await reread(neighbour)).state, 'confirmed')
  const { state, warnings } = await reread(stuck)
  assert.equal(state, 'confirmation_required')
  assert.match(warnings.at(-1) ?? '', /^confirmation_not_booked: /)
  const [line, ...more] = logged.splice(0)
  assert.deepEqual(more, [])
  assert.equal(line?.details.order_id, stuck.id)
  assert.match(
    String(line?.details.message),
    new RegExp(`the terms of order ${stuck.id} have a fee`),
  )

  let requests = 0
  for (let minute = 0; minute < 119; minute++) {
    passed++
    requests += (await deliver()).filter((id) => id === stuck.id).length
  }
  const [confirmation] = await messagesOf(stuck)
  assert.ok(requests >= 4 && requests <= 7, `asked ${requests} times in two hours`)
  assert.equal(confirmation?.attempts.length, requests + 1)
  assert.match(confirmation?.attempts[0]?.failure ?? '', /could not be booked/)
  assert.equal((await reread(stuck)).warnings.length, warnings.length, 'warned of once')
  passed += 0.75
  await deliver()
  passed += 1
  const given = logged.splice(0).at(-1)
  assert.match(given?.message ?? '', /given up/)
  await expireCheckout(writing(), stuck)
  const ended = await reread(stuck)
  assert.deepEqual([ended.state, ended.statusReason], ['ko', 'merchant_failed_to_confirm'])
})

test('a repaired one is confirmed by its next attempt, or immediately by a replay', async () => {
  passed = 0
  const order = await signed()
  await change(order, `loan_terms = jsonb_set(loan_terms, '{openingFee}', 'null')`)
  for (const minutes of [0, 1, 2, 5]) {
    passed += minutes
    await deliver()
  }
  assert.equal((await reread(order)).state, 'confirmation_required')
  await change(order, `loan_terms = jsonb_set(loan_terms, '{openingFee}', '0')`)
  const [confirmation] = await messagesOf(order)
  assert.ok(confirmation !== undefined)
  const input = { ref: order.id, notificationId: confirmation.notification.id }
  await replayNotification(writing(), scenario.caller, input)
  assert.ok((await deliver()).includes(order.id))
  assert.equal((await reread(order)).state, 'confirmed')
  // The changed terms are noticed here, and nothing else.
  const { findings } = await audit(place.database)
  assert.deepEqual(
    findings.filter(({ message }) => !/that were signed/.test(message)),
    [],
  )
})
