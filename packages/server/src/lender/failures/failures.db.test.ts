// Failures are listed until they are repaired, by cause, and resent by hand.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Colleague, colleague, outcomeOf } from '../../../../../test/fixtures/colleagues.ts'
import { openTestDatabase, type TestDatabase } from '../../../../../test/fixtures/test-database.ts'
import { type TestDesk, testDesk } from '../../../../../test/fixtures/test-desk.ts'
import { createTestService, type Json } from '../../../../../test/fixtures/test-service.ts'
import {
  createWebhookScenario,
  type WebhookScenario,
} from '../../../../../test/fixtures/webhooks.ts'
import { checkoutBody } from '../../../../../test/running-server.ts'

const DAY_MS = 86_400_000

let place: TestDatabase
let desks: TestDesk
let shop: WebhookScenario
let support: Colleague
before(async () => {
  place = await openTestDatabase()
  desks = testDesk(place.database, { now: () => new Date() })
  shop = await createWebhookScenario(place.database)
  support = await colleague(desks, 'support')
})
after(async () => {
  await desks.settled()
  await place.stop()
})

async function failures(query: string): Promise<Json> {
  const { status, body } = await support.send('GET', `/lender/failures?${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const retry = (id: string) =>
  support.send('POST', `/lender/failures/${encodeURIComponent(id)}/retry`)
const run = (text: string, values: readonly unknown[] = []) => place.database.query(text, values)

test('a delivery is there from its first failure until it has arrived', async () => {
  const order = await shop.captured(0)
  await shop.deliverAll()
  await shop.capture(order, 100)
  await shop.place()
  assert.deepEqual((await failures('kind=delivery')).results, [])
  await shop.settle(await shop.claim(), 'failed')
  const [failing] = (await failures('kind=delivery')).results
  assert.deepEqual(
    [failing.state, failing.cause, failing.attempts, failing.store.id, failing.retry],
    ['failing', 'status_500', 1, shop.caller.store.id, false],
  )
  assert.notEqual(failing.next_attempt, null)
  assert.equal(outcomeOf(await retry(failing.id)), 'delivery_open')
  shop.pass(10 * DAY_MS)
  await shop.settle(await shop.claim(), 'failed')
  const { results, groups } = await failures('kind=delivery&cause=status_500')
  assert.deepEqual(
    results.map((each: Json) => [each.id, each.state, each.attempts, each.next_attempt]),
    [[failing.id, 'given_up', 2, null]],
  )
  const [group] = groups
  assert.deepEqual(
    [group.kind, group.cause, group.count, group.stores],
    [...['delivery', 'status_500', 1, 1]],
  )
  await run(
    `UPDATE webhook_endpoints SET state = 'disabled', disabled_reason = 'store',
    disabled_at = now() WHERE id = $1`,
    [shop.endpointId],
  )
  assert.equal(outcomeOf(await retry(failing.id)), 'webhook_disabled')
  await run(
    `UPDATE webhook_endpoints SET state = 'enabled', disabled_reason = NULL,
    disabled_at = NULL WHERE id = $1`,
    [shop.endpointId],
  )
  const again = await retry(failing.id)
  assert.equal(again.status, 202)
  assert.equal(again.body.id, failing.id)
  const [action] = await run(`SELECT principal_id FROM actions WHERE action = 'delivery.replay'`)
  assert.equal(action?.principal_id, support.id)
  await shop.settle(await shop.claim(), 'delivered')
  assert.deepEqual((await failures('kind=delivery')).results, [])
  assert.equal(outcomeOf(await retry(failing.id)), 'failure_not_found')
})

/** The ids of an order that its store has to confirm, and of the message that asks for it. */
async function signed(): Promise<{ order: string; message: string }> {
  const { send } = createTestService(place.database, { privateKey: shop.privateKey })
  const { body } = await send('POST', '/checkout', checkoutBody(`order-${Math.random()}`, 20_000))
  await send('POST', `/sandbox/checkouts/${body.id}/complete`, {})
  const [message] = await run('SELECT id FROM notifications WHERE order_id = $1', [body.id])
  return { order: body.id, message: String(message?.id) }
}

test('a confirmation that a store never answered is retried while it counts', async () => {
  const { order, message } = await signed()
  assert.deepEqual((await failures(`order-id=${order}`)).results, [])
  const abandoned = `UPDATE notifications SET state = 'abandoned', next_attempt_at = NULL,
    leased_until = NULL, attempts = 3 WHERE id = $1`
  await run(abandoned, [message])
  const [failure] = (await failures(`order-id=${order}`)).results
  assert.deepEqual(
    [failure.kind, failure.state, failure.cause, failure.attempts, failure.retry],
    ['notification', 'given_up', 'not_tried', 3, true],
  )
  const again = await retry(failure.id)
  assert.equal(again.status, 202)
  assert.notEqual(again.body.next_attempt, null)
  await run(`UPDATE orders SET confirmed_at = NULL WHERE id = $1`, [order])
  await run(abandoned, [message])
  await run(`UPDATE orders SET expires_at = now() - interval '1 hour' WHERE id = $1`, [order])
  assert.equal(outcomeOf(await retry(failure.id)), 'notification_moot')
})

test('a charge that failed is there while the loan is overdue; so is a failing lane', async () => {
  const { id, storeId } = await shop.confirmed(50_000)
  await run(
    `INSERT INTO payments (store_id, id, order_id, sandbox, kind, state, amount, currency,
       provider, reason, created_at, settled_at)
     VALUES ($1, $2, $3, true, 'charge', 'failed', 1000, 'EUR', 'sandbox', 'declined',
       now(), now())`,
    [storeId, 'c'.repeat(32), id],
  )
  const overdue = (amount: number) =>
    run('UPDATE loans SET overdue_counted = true, overdue_amount = $2 WHERE order_id = $1', [
      id,
      amount,
    ])
  await overdue(1_000)
  const [charge] = (await failures(`order-id=${id}`)).results
  assert.deepEqual([charge.kind, charge.cause, charge.retry], ['payment', 'declined', false])
  assert.equal(outcomeOf(await retry(charge.id)), 'failure_state')
  await overdue(0)
  assert.deepEqual((await failures(`order-id=${id}`)).results, [])
  await run(`INSERT INTO lanes (name, failed_at, failure) VALUES ('tallies', now(), '53100')`)
  const [lane] = (await failures('kind=job')).results
  assert.deepEqual([lane.id, lane.cause, lane.store], ['job.tallies', '53100', null])
  await run(`UPDATE lanes SET succeeded_at = now() + interval '1 s' WHERE name = 'tallies'`)
  assert.deepEqual((await failures('kind=job')).results, [])
})
