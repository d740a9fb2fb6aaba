// Of an order's messages each is sent once more by those who may, and its answer begins on its row.
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

const NOBODY = '0'.repeat(32)
const run = (text: string, values: readonly unknown[] = []) => place.database.query(text, values)
const send = (path: string, by = support) => by.send('POST', `/lender/orders/${path}/replay`)

async function rowOf(order: string, kind: string, id: string): Promise<Json> {
  const { body } = await support.send('GET', `/lender/orders/${order}/timeline?kinds=${kind}`)
  return body.results.find((row: Json) => row.id === id)
}

test('a delivery that has ended is sent again', async () => {
  const order = await shop.captured(1)
  await shop.place()
  const [delivery] = await run(
    `SELECT id FROM webhook_deliveries WHERE event_type = 'order.captured'`,
  )
  const id = String(delivery?.id)
  const path = `${order.id}/deliveries/${id}`
  assert.equal(outcomeOf(await send(path)), 'delivery_open')
  await shop.deliverAll()
  assert.equal((await rowOf(order.id, 'delivery', id)).state, 'delivered')
  assert.equal(outcomeOf(await send(`${NOBODY}/deliveries/${id}`)), 'order_not_found')
  for (const other of [NOBODY, 'x', '%00']) {
    assert.equal(outcomeOf(await send(`${order.id}/deliveries/${other}`)), 'delivery_not_found')
  }
  const another = await shop.confirmed(10_000)
  assert.equal(outcomeOf(await send(`${another.id}/deliveries/${id}`)), 'delivery_not_found')
  const state = (name: string) =>
    run(
      `UPDATE webhook_endpoints SET state = $2,
         disabled_reason = CASE $2 WHEN 'disabled' THEN 'store' END,
         disabled_at = CASE $2 WHEN 'disabled' THEN now() END WHERE id = $1`,
      [shop.endpointId, name],
    )
  await state('disabled')
  assert.equal(outcomeOf(await send(path)), 'webhook_disabled')
  await state('enabled')
  const finance = await colleague(desks, 'finance')
  assert.equal(outcomeOf(await send(path, finance)), 'permission_missing')
  const again = await send(path)
  assert.deepEqual([again.status, again.body.id], [202, id])
  const waiting = await rowOf(order.id, 'delivery', id)
  assert.deepEqual([waiting.state, waiting.sending.attempts], ['waiting', 1])
  // The clock of the desk goes on meanwhile.
  shop.pass(3_600_000)
  await shop.settle(await shop.claim(), 'failed')
  await run(`UPDATE webhook_attempts SET response = repeat('x', 300) WHERE number = 2`)
  const { sending } = await rowOf(order.id, 'delivery', id)
  assert.deepEqual([sending.status, sending.response], [500, 'x'.repeat(200)])
  const actions = await run(`SELECT principal_id FROM actions WHERE action = 'delivery.replay'`)
  assert.deepEqual(
    actions.map(({ principal_id: by }) => by),
    [support.id],
  )
})

test('a notification is sent again while its answer counts', async () => {
  const { send: sendAsStore } = createTestService(place.database, { privateKey: shop.privateKey })
  const { body } = await sendAsStore('POST', '/checkout', checkoutBody('order-resent', 20_000))
  await sendAsStore('POST', `/sandbox/checkouts/${body.id}/complete`, {})
  const [message] = await run('SELECT id FROM notifications WHERE order_id = $1', [body.id])
  const path = `${body.id}/notifications/${message?.id}`
  assert.equal(outcomeOf(await send(`${NOBODY}/notifications/${message?.id}`)), 'order_not_found')
  for (const other of [NOBODY, 'x', '%00']) {
    const reply = await send(`${body.id}/notifications/${other}`)
    assert.equal(outcomeOf(reply), 'notification_not_found')
  }
  await run(
    `UPDATE notifications SET state = 'abandoned', next_attempt_at = NULL, leased_until = NULL,
     attempts = 3 WHERE id = $1`,
    [message?.id],
  )
  const again = await send(path)
  assert.deepEqual([again.status, again.body.id], [202, message?.id])
  assert.notEqual(again.body.next_attempt, null)
  await run(`UPDATE orders SET expires_at = now() - interval '1 hour' WHERE id = $1`, [body.id])
  assert.equal(outcomeOf(await send(path)), 'notification_moot')
  await run(
    `UPDATE notifications SET state = 'overtaken', next_attempt_at = NULL, overtaken_by = order_id
     WHERE id = $1`,
    [message?.id],
  )
  assert.equal(outcomeOf(await send(path)), 'notification_overtaken')
})
