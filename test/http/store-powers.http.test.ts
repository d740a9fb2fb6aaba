// The lines of the guide "What a store may do", one after the other, on the demo.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { type Client, clientOf, confirmedOrder, ownServer } from '../running-server.ts'

const guide = readFileSync(
  join(import.meta.dirname, '../../docs/guides/what-a-store-may-do.md'),
  'utf8',
)
const lines = [...guide.matchAll(/^lender '?(\/[^ ']+)'? '(.*)'$/gm)].map(
  ([, path = '', body = '']) => ({ path, body }),
)
const DAY_MS = 86_400_000

const server = ownServer()
const store = clientOf(server)
let lender: Client
before(() => {
  lender = clientOf(server, { key: server.demo.lender_key })
})

test('each command has the effect that the guide describes', async () => {
  assert.ok(lines.length >= 7)
  const order = await confirmedOrder(store, 30_000)
  await store('POST', `/orders/${order.id}/captures`, { amount: 30_000 })
  const friday = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length)
  let payment = ''
  for (const { path, body } of lines) {
    const wish = JSON.parse(body.replace('PAYMENT', payment).replace('FRIDAY', friday))
    const reply = await lender('POST', `/lender${path.replace('ID', order.id)}`, wish)
    assert.ok(reply.status === 200 || reply.status === 201, `${path}: ${reply.text}`)
    const whole = await lender('GET', `/lender/loans/${order.id}`)
    payment = whole.body.manual_payments[0]?.id ?? ''
    assert.equal(payment !== '', !path.includes('dry_run') || whole.body.notes.length > 0, path)
  }
  const { body } = await lender('GET', `/lender/loans/${order.id}`)
  assert.deepEqual([body.state, body.notes.length], ['withdrawn', 2])
  const timeline = await lender('GET', `/lender/orders/${order.id}/timeline?kinds=note`)
  assert.equal(timeline.body.results.length, 2)
  const again = lines.find(({ path }) => path.endsWith('/payments'))
  const twice = await lender(
    'POST',
    `/lender/loans/${order.id}/payments`,
    JSON.parse(again?.body ?? ''),
  )
  assert.deepEqual([twice.status, twice.body.error.code], [409, 'payment_reference_used'])
})

test('on the demo a store’s key does all of it in live mode, too', async () => {
  const live = clientOf(server, { accept: 'application/vnd.svc.v1+json' })
  const { status, body } = await live('GET', '/me')
  assert.equal(status, 200)
  const change = await live('PATCH', '/me', { refund_spread: 'next' })
  assert.equal(change.status, 200, change.text)
  await live('PATCH', '/me', { refund_spread: body.refund_spread })
  const payouts = await live('POST', '/me/payouts')
  assert.ok([201, 409].includes(payouts.status), payouts.text)
})
