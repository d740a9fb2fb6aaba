// Numbers of cards in free text are masked wherever they arrive; nothing is refused for them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkoutBody, clientOf, confirmedOrder, newMid, ownServer } from '../running-server.ts'

const CARD = '4111 1111 1111 1111'
const MASKED = '**** **** **** 1111'
const server = ownServer()
const client = clientOf(server)

const warningsOf = async (id: string): Promise<string[]> =>
  (await client('GET', `/orders/${id}`)).body.warnings

test('a checkout stores the masked text, and its order reports it once', async () => {
  const mid = `${newMid()}-4111111111111111`
  const body = checkoutBody(mid, 40_000, {
    billing: { street: CARD, phone: '4111111111111111' },
    meta: { note: `card ${CARD}`, n: 4_111_111_111_111_111 },
  })
  const [article] = body.order.articles
  Object.assign(article ?? {}, { id: CARD, sku: CARD, name: CARD })
  const created = await client('POST', '/checkout', body)
  assert.equal(created.status, 201, created.text)
  const { id } = created.body
  const { transaction } = (await client('GET', `/checkout/${id}`)).body
  assert.deepEqual(transaction.meta, { note: `card ${MASKED}`, n: '************1111' })
  assert.equal(transaction.order.id, mid)
  const order = await client('GET', `/orders/${id}`)
  const [line] = order.body.articles
  assert.deepEqual([line.id, line.sku, line.name], [CARD, CARD, MASKED])
  assert.deepEqual(
    [order.body.billing.street, order.body.billing.phone],
    [MASKED, '4111111111111111'],
  )
  const [warning, ...others] = await warningsOf(id)
  assert.deepEqual(others, [])
  assert.match(warning ?? '', /order\.articles\.0\.name.*meta\.note.*masked/)
})

test('an edit and the data of a buyer are masked as well', async () => {
  const { id } = await confirmedOrder(client, 40_000)
  for (let turn = 0; turn < 2; turn++) {
    const edit = { order: { shipping: { city: CARD, alt_phone: '4111111111111111' } } }
    assert.equal((await client('PATCH', `/orders/${id}`, edit)).status, 204)
  }
  const { shipping, warnings } = (await client('GET', `/orders/${id}`)).body
  assert.deepEqual([shipping.city, shipping.alt_phone], [MASKED, '4111111111111111'])
  assert.equal(warnings.length, 1)
  const pending = (await client('POST', '/checkout', checkoutBody(newMid(), 40_000))).body
  const token = String(pending.checkout_url).split('#')[1] ?? ''
  const buyer = {
    ...{ first_name: CARD, last_name: 'Prueba', phone: '600000000' },
    ...{ birthday: '1990-12-31', document_id: '12345678Z' },
  }
  const asBuyer = clientOf(server, { key: token })
  const saved = await asBuyer('PUT', `/checkout/${pending.id}/buyer`, buyer)
  assert.equal(saved.status, 204, saved.text)
  assert.match((await warningsOf(pending.id))[0] ?? '', /^first_name: /)
})
