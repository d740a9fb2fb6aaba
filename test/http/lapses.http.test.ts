// The running service announces and voids what is not captured in time, also what fell due while it
// was down; and captures by itself where the store's terms say so.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../../packages/server/src/platform/database/open-database.ts'
import {
  auditOf,
  type Client,
  clientOf,
  confirmedOrder,
  type Json,
  ownServer,
  type Reply,
} from '../running-server.ts'

const TOTAL = 50_000
const DAY = 86_400_000
const WAIT_MS_MAX = 15_000
const server = ownServer()
let client: Client

before(() => {
  client = clientOf(server)
})

const order = async (id: string): Promise<Json> => (await client('GET', `/orders/${id}`)).body

/** Changes what is stored while the service is down. */
async function whileStopped(statements: readonly (readonly [string, unknown[]])[]): Promise<void> {
  await server.stop()
  const { databaseUrl, folder } = server.place
  const database = await openDatabase({
    databaseUrl,
    folder: join(folder, 'database'),
    fraction: Math.random,
    print: () => {},
  })
  for (const [text, values] of statements) await database.query(text, values)
  await database.close()
  await server.restart()
  client = clientOf(server)
}

async function until(id: string, holds: (order: Json) => boolean): Promise<Json> {
  const limit = Date.now() + WAIT_MS_MAX
  for (;;) {
    const now = await order(id)
    if (holds(now)) return now
    if (Date.now() > limit) throw new Error(`waited in vain: ${JSON.stringify(now)}`)
    await pause(20)
  }
}

const AGO = `UPDATE orders SET capture_before = now() - interval '1 hour',
  lapse_due_at = now() - interval '169 hours' WHERE id = $1`

test('an order shows until when it can be captured', async () => {
  const later = await order((await confirmedOrder(client, TOTAL, 'pay_later')).id)
  const { id } = await confirmedOrder(client, TOTAL)
  const shown = await order(id)
  assert.match(shown.capture_before, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
  const days = (of: Json) => (Date.parse(of.capture_before) - Date.parse(of.confirmed)) / DAY
  assert.deepEqual([days(shown), days(later)], [90, 30])
  const { body } = await client('GET', '/orders')
  const listed = body.results.find((each: Json) => each.id === id)
  assert.equal(listed.capture_before, shown.capture_before)
  await client('POST', `/orders/${id}/captures`, { amount: TOTAL })
  assert.equal((await order(id)).capture_before, null)
})

test('authorisations that expired while the service was down lapse, and no others', async () => {
  const untouched = await confirmedOrder(client, TOTAL)
  const whole = await confirmedOrder(client, TOTAL)
  const part = await confirmedOrder(client, TOTAL)
  await client('POST', `/orders/${part.id}/captures`, { amount: 20_000 })
  await whileStopped([
    [AGO, [whole.id]],
    [AGO, [part.id]],
  ])
  const cancelled = await until(whole.id, ({ status }) => status === 'cancelled')
  assert.deepEqual([cancelled.voided_amount, cancelled.capture_before], [TOTAL, null])
  const complete = await until(part.id, ({ status }) => status === 'complete')
  assert.deepEqual([complete.voided_amount, complete.remaining_refund_amount], [30_000, 20_000])
  const { body } = await client('GET', `/orders/${part.id}/void`)
  assert.deepEqual([body.remaining_amount, body.results.length], [0, 1])
  const [{ amount, origin }] = body.results
  assert.deepEqual([amount, origin], [30_000, 'lapse'])
  assert.equal((await order(untouched.id)).status, 'processing')
  const late: Reply = await client('POST', `/orders/${whole.id}/captures`, { amount: 1 })
  assert.deepEqual([late.status, late.body.error.code], [409, 'order_cancelled'])
  assert.deepEqual((await auditOf(server)).findings, [])
})

test('a service that is killed during a void continues where it was', async () => {
  const orders = await Promise.all(Array.from({ length: 12 }, () => confirmedOrder(client, TOTAL)))
  await whileStopped(orders.map(({ id }) => [AGO, [id]] as const))
  await server.kill()
  await server.restart()
  client = clientOf(server)
  for (const { id } of orders) {
    await until(id, ({ status }) => status === 'cancelled')
    const { body } = await client('GET', `/orders/${id}/void`)
    assert.deepEqual(
      body.results.map(({ amount, origin }: Json) => [amount, origin]),
      [[TOTAL, 'lapse']],
    )
  }
  assert.deepEqual((await auditOf(server)).findings, [])
})

test('where the terms say so the whole is captured with the confirmation', async () => {
  const { products } = (await client('GET', '/me')).body
  const automatic = products.map((each: Json) =>
    each.type === 'pay_later' ? { ...each, capture: 'automatic' } : each,
  )
  const wish = { capture_policy: 'full', products: automatic }
  assert.equal((await client('PATCH', '/me', wish)).status, 200)
  const { id } = await confirmedOrder(client, TOTAL, 'pay_later')
  const { status, captured_amount, capture_before, allowed_actions } = await order(id)
  assert.deepEqual([status, captured_amount, capture_before], ['complete', TOTAL, null])
  assert.equal(allowed_actions.capture.allowed, false)
  const { body } = await client('GET', `/orders/${id}/captures`)
  assert.deepEqual(
    body.results.map((each: Json) => each.amount),
    [TOTAL],
  )
  const refunded = await client('POST', `/orders/${id}/refund`, { amount: 1 })
  assert.equal(refunded.body.remaining_amount, TOTAL - 1)

  const manual = await confirmedOrder(client, TOTAL)
  const refused = await client('POST', `/orders/${manual.id}/captures`, { amount: 1 })
  assert.deepEqual([refused.status, refused.body.error.code], [400, 'capture_not_whole'])
  assert.match(refused.body.error.fields.amount[0], /50000/)
  const taken = await client('POST', `/orders/${manual.id}/captures`, { amount: TOTAL })
  assert.equal(taken.status, 200)
  assert.deepEqual((await auditOf(server)).findings, [])
})
