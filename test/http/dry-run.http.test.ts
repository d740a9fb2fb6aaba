// Every write of an order tells its effects without having them, in the running service.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditOf, clientOf, confirmedOrder, ownServer } from '../running-server.ts'

const TOTAL = 50_000
const server = ownServer()
const client = clientOf(server)

test('every write has a dry run that shows its effects and has none', async () => {
  const { mid } = await confirmedOrder(client, TOTAL)
  const { body: capture } = await client('POST', `/orders/${mid}/captures`, { amount: 20_000 })
  const whole = { articles: [], currency: 'EUR', total_amount: 45_000 }
  const writes: readonly (readonly [string, string, unknown, string])[] = [
    ['POST', 'captures', { amount: 1 }, 'capture'],
    ['POST', 'void', { amount: 1 }, 'void'],
    ['POST', 'refund', { amount: 1 }, 'refund'],
    ['POST', 'refund-extended', { amount: 1 }, 'refund'],
    ['POST', `captures/${capture.id}/refunds`, { amount: 1 }, 'refund'],
    ['POST', 'cancel', undefined, 'cancel'],
    ['PUT', '', { order: whole }, 'edit'],
    ['PATCH', '', { order: whole }, 'edit'],
  ]
  const paths = ['', '/captures', '/void', '/refund', `/captures/${capture.id}/refunds`]
  const all = () =>
    Promise.all(paths.map(async (path) => (await client('GET', `/orders/${mid}${path}`)).text))
  const untouched = await all()
  for (const [method, step, body, kind] of writes) {
    const path = step === '' ? `/orders/${mid}` : `/orders/${mid}/${step}`
    const headers = { 'idempotency-key': `${mid} ${method} ${step}` }
    const dry = await client(method, `${path}?dry_run=true`, body, headers)
    assert.deepEqual([dry.status, dry.headers.get('dry-run')], [200, 'true'], dry.text)
    const { amounts, entries } = dry.body.effects
    assert.deepEqual([entries.length, entries[0].kind], [1, kind])
    const left = amounts.total_amount - amounts.voided_amount - amounts.refunded_amount
    assert.equal(amounts.remaining_refund_amount, left)
    assert.deepEqual(await all(), untouched, path)
  }
  await confirmedOrder(client, 10_000)
  const { findings } = await auditOf(server)
  assert.deepEqual(findings, [])
})

test('another store’s order is missing in a dry run too', async () => {
  const { id } = await confirmedOrder(client, TOTAL)
  const other = clientOf(server, { key: server.demo.other_store.private_key })
  for (const step of ['captures', 'void', 'refund', 'cancel']) {
    const reply = await other('POST', `/orders/${id}/${step}?dry_run=true`, { amount: 1 })
    assert.deepEqual([reply.status, reply.body.error.code], [404, 'order_not_found'])
  }
})

test('a store that changes its fees sees those that were agreed', async () => {
  const { products } = (await client('GET', '/me')).body
  const setFees = async (fees: object, settings: object) => {
    const changed = products.map((each: object) => ({ ...each, ...fees }))
    const { status, text } = await client('PATCH', '/me', { products: changed, ...settings })
    assert.equal(status, 200, text)
  }
  const linesOf = async (id: string, step: string, amount: number) => {
    const { body } = await client('POST', `/orders/${id}/${step}?dry_run=true`, { amount })
    return body.effects.settlement_lines
  }
  await setFees({ fee_rate: 250, fee_fixed: 30 }, { fees_on_refund: 'keep' })
  // Within a second.
  const limit = Date.now() + 10_000
  let { id } = await confirmedOrder(client, TOTAL, 'pay_in_4')
  while ((await linesOf(id, 'captures', 20_000)).length < 2 && Date.now() < limit) {
    id = (await confirmedOrder(client, TOTAL, 'pay_in_4')).id
  }
  await setFees({ fee_rate: 9_999, fee_fixed: 5_000 }, { fees_on_refund: 'return' })
  assert.deepEqual(await linesOf(id, 'captures', 20_000), [
    { type: 'capture', amount: 20_000, net: 20_000 },
    { type: 'fee', amount: 530, net: -530 },
  ])
  await client('POST', `/orders/${id}/captures`, { amount: 20_000 })
  assert.deepEqual(await linesOf(id, 'refund', 5_000), [
    { type: 'refund', amount: 5_000, net: -5_000 },
  ])
  assert.deepEqual(await linesOf(id, 'refund', TOTAL), [
    { type: 'refund', amount: TOTAL, net: -20_000 },
    { type: 'fee', amount: 530, net: 530 },
  ])
  await client('PATCH', '/me', { products, fees_on_refund: null })
})
