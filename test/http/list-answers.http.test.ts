// Filters mean what answers show (contract §12).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  checkoutBody,
  clientOf,
  confirmedOrder,
  newMid,
  ownServer,
  reaches,
} from '../running-server.ts'

const server = ownServer()
const client = clientOf(server)

async function listed(query: string): Promise<string[]> {
  const { status, body, text } = await client('GET', `/orders?${query}`)
  assert.equal(status, 200, text)
  return body.results.map(({ id }: { id: string }) => id)
}

test('an earlier name finds the order, by the whole name only', async () => {
  const { id, mid } = await confirmedOrder(client, 50_000)
  const name = newMid()
  const renamed = await client('PATCH', `/orders/${id}`, { order: { id: name } })
  assert.equal(renamed.status, 204)
  for (const query of [`mid=${mid}`, `mid-in=x,${mid}`, `mid=${name}`, `mid-in=${name},${mid}`]) {
    assert.deepEqual(await listed(query), [id], query)
  }
  for (const query of [`mid-startswith=${mid}&created-gte=2026-01-01`, `mid-iexact=${mid}`]) {
    assert.deepEqual(await listed(query), [], query)
  }
  assert.deepEqual(await listed(`mid=${mid}&total_amount=1`), [])
})

test('customer_id is what customer-id filters by, and null before the signature', async () => {
  const { id, mid } = await confirmedOrder(client, 50_000)
  const { body } = await client('GET', `/orders/${id}`)
  assert.match(body.customer_id, /^[0-9a-f]{32}$/)
  assert.deepEqual(await listed(`customer-id=${body.customer_id}&mid=${mid}`), [id])
  const checkout = await client('POST', '/checkout', checkoutBody(newMid(), 50_000))
  assert.equal((await client('GET', `/orders/${checkout.body.id}`)).body.customer_id, null)
})

test('the down payment is the amount that the plan shows', async () => {
  const { id, mid } = await confirmedOrder(client, 50_000)
  const { body } = await client('GET', `/orders/${id}`)
  const shown = body.instalment_plan.downpayment_amount
  assert.deepEqual(await listed(`instalment_plan-downpayment-amount=${shown}&mid=${mid}`), [id])
  const other = `instalment_plan-downpayment-amount-gt=${shown}&mid=${mid}`
  assert.deepEqual(await listed(other), [])
})

test('the beginning of a time is that of the answer', async () => {
  const { id, mid } = await confirmedOrder(client, 50_000)
  const { created } = (await client('GET', `/orders/${id}`)).body
  for (const length of [4, 10, 13, 16, 19, 26, 27]) {
    const start = encodeURIComponent(created.slice(0, length))
    assert.deepEqual(await listed(`created-startswith=${start}&mid=${mid}`), [id], start)
  }
})

test('lists show no address lines and no document numbers, the order does', async () => {
  const mid = newMid()
  const customer = {
    email: 'ada@example.com',
    address: { street: 'Calle 1', address_addition: '2º', city: 'Madrid', postcode: '28001' },
    document_id: { type: 'nif', number: '12345678Z', country: 'ES' },
  }
  const { body } = await client('POST', '/checkout', checkoutBody(mid, 50_000, { customer }))
  await client('POST', `/sandbox/checkouts/${body.id}/complete`, {})
  await reaches(client, body.id, '')
  const list = await client('GET', `/orders?mid=${mid}`)
  assert.deepEqual(list.body.results[0].customer.address, { city: 'Madrid', postcode: '28001' })
  assert.deepEqual(list.body.results[0].customer.document_id, { type: 'nif', country: 'ES' })
  assert.doesNotMatch(list.text, /Calle 1|12345678Z/)
  assert.deepEqual((await client('GET', `/orders/${mid}`)).body.customer, customer)
})
