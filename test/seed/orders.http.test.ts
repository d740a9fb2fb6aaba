// The rows about orders: what is edited, shipping, articles, the endpoints, and how an order ends.
import assert from 'node:assert/strict'
import { checkoutBody, newMid } from '../running-server.ts'
import { type Proof, proofs } from './proof.ts'

const prove = proofs()

const shipping = {
  first_name: 'Ada',
  last_name: 'Prueba',
  phone: '600000000',
  alt_phone: '910000000',
  street: 'Calle Mayor 1',
  address_addition: '2º B',
  city: 'Madrid',
  state: 'Madrid',
  country: 'ES',
  postcode: '28001',
  price: 495,
  tax_rate: 2100,
  name: 'Courier',
  discount: 100,
}
const article = {
  id: 'sku-1',
  name: 'Bicycle',
  description: 'A red one & <fast>',
  url: 'https://shop.example/bicycle',
  image_url: 'https://shop.example/bicycle.png',
  quantity: 2,
  price: 10_050,
  tax_rate: 2100,
}

/** Edits an order with a part of it replaced, and answers what is read afterwards. */
async function edited({ client, confirmed }: Proof, order: Record<string, unknown>) {
  const { id } = await confirmed(40_000)
  const { status, text } = await client('PATCH', `/orders/${id}`, { order })
  assert.equal(status, 204, text)
  return (await client('GET', `/orders/${id}`)).body
}

prove('Order as edited', 'id', async ({ client, confirmed }) => {
  const { id, mid } = await confirmed(40_000)
  for (const name of [id, mid]) {
    const { body } = await client('GET', `/orders/${name}`)
    assert.deepEqual([body.id, body.mid], [id, mid])
    assert.match(body.id, /^[0-9a-f]{32}$/)
  }
})
prove('Order as edited', 'shipping', async (proof) => {
  assert.deepEqual((await edited(proof, { shipping })).shipping, shipping)
})
prove('Order as edited', 'articles', async (proof) => {
  assert.deepEqual((await edited(proof, { articles: [article] })).articles, [article])
})
prove('Order as edited', 'discount', async (proof) => {
  assert.equal((await edited(proof, { discount: 1_250 })).discount, 1_250)
})
prove('Order as edited', 'currency', async (proof) => {
  const { body } = await proof.client('GET', '/orders')
  assert.deepEqual(body.results[0].currency.code, 'EUR')
  assert.equal((await edited(proof, { currency: 'EUR' })).currency.code, 'EUR')
  const { id } = await proof.confirmed(40_000)
  const other = await proof.client('PATCH', `/orders/${id}`, { order: { currency: 'USD' } })
  assert.equal(other.status, 409)
})
prove('Order as edited', 'total_amount', async (proof) => {
  const order = await edited(proof, { total_amount: 30_000 })
  assert.equal(order.total_amount, 30_000)
  assert.equal(order.approved_amount, 40_000)
  assert.equal(order.remaining_capture_amount, 30_000)
})

/** A field of an object comes back as it was sent, at creation and by an edit. */
async function storedOf(
  { client, ...proof }: Proof,
  place: 'shipping' | 'articles',
  field: string,
  value: unknown,
): Promise<void> {
  const sent = place === 'shipping' ? { [field]: value } : [{ ...article, [field]: value }]
  const body = checkoutBody(newMid(), 40_000)
  const whole =
    place === 'shipping'
      ? { ...body, shipping: sent }
      : { ...body, order: { ...body.order, articles: sent } }
  const created = await client('POST', '/checkout', whole)
  assert.equal(created.status, 201, created.text)
  const fieldOf = (order: Record<string, unknown>) => {
    const part = order[place] as Record<string, unknown> | Record<string, unknown>[]
    return Array.isArray(part) ? part[0]?.[field] : part[field]
  }
  assert.deepEqual(fieldOf((await client('GET', `/orders/${created.body.id}`)).body), value)
  assert.deepEqual(fieldOf(await edited({ client, ...proof }, { [place]: sent })), value)
}

prove('Shipping', 'first_name', (proof) => storedOf(proof, 'shipping', 'first_name', 'Ñandú <&>'))
prove('Shipping', 'last_name', (proof) => storedOf(proof, 'shipping', 'last_name', "O'Neil"))
prove('Shipping', 'phone', (proof) => storedOf(proof, 'shipping', 'phone', '+34 600 000 000'))
prove('Shipping', 'alt_phone', (proof) => storedOf(proof, 'shipping', 'alt_phone', '910000000'))
prove('Shipping', 'street', (proof) => storedOf(proof, 'shipping', 'street', 'Calle Mayor 1'))
prove('Shipping', 'address_addition', (proof) =>
  storedOf(proof, 'shipping', 'address_addition', '2º B'),
)
prove('Shipping', 'city', (proof) => storedOf(proof, 'shipping', 'city', 'A Coruña'))
prove('Shipping', 'state', (proof) => storedOf(proof, 'shipping', 'state', 'A Coruña'))
prove('Shipping', 'country', (proof) => storedOf(proof, 'shipping', 'country', 'ES'))
prove('Shipping', 'postcode', (proof) => storedOf(proof, 'shipping', 'postcode', '08001'))
prove('Shipping', 'price', (proof) => storedOf(proof, 'shipping', 'price', 495))
prove('Shipping', 'tax_rate', (proof) => storedOf(proof, 'shipping', 'tax_rate', 2_100))
prove('Shipping', 'name', (proof) => storedOf(proof, 'shipping', 'name', 'Courier 24 h'))
prove('Shipping', 'discount', (proof) => storedOf(proof, 'shipping', 'discount', 100))

prove('Article', 'id', (proof) => storedOf(proof, 'articles', 'id', 'sku/1 ü'))
prove('Article', 'name', (proof) => storedOf(proof, 'articles', 'name', 'Bicycle'))
prove('Article', 'description', (proof) =>
  storedOf(proof, 'articles', 'description', 'x'.repeat(2_000)),
)
prove('Article', 'url', (proof) =>
  storedOf(proof, 'articles', 'url', 'https://shop.example/a?b=c&d'),
)
prove('Article', 'image_url', (proof) =>
  storedOf(proof, 'articles', 'image_url', 'https://shop.example/a.png'),
)
prove('Article', 'quantity', (proof) => storedOf(proof, 'articles', 'quantity', 100_000))
prove('Article', 'price', (proof) => storedOf(proof, 'articles', 'price', 10_050))
prove('Article', 'tax_rate', (proof) => storedOf(proof, 'articles', 'tax_rate', 2_100))

prove('Order endpoints', 'GET /orders/:orderId', async ({ client, confirmed }) => {
  const { id } = await confirmed(40_000)
  const { status, body } = await client('GET', `/orders/${id}`)
  assert.deepEqual([status, body.id, body.status], [200, id, 'processing'])
  const missing = await client('GET', '/orders/none')
  assert.equal(missing.status, 404)
  assert.deepEqual(missing.body.error.fields, { order__id: 'none' })
})
prove('Order endpoints', 'PUT /orders/:orderId', async ({ client, confirmed }) => {
  const { id } = await confirmed(40_000)
  const order = { shipping, articles: [article], currency: 'EUR', total_amount: 35_000 }
  const put = await client('PUT', `/orders/${id}`, { order })
  assert.deepEqual([put.status, put.text], [204, ''])
  const { body } = await client('GET', `/orders/${id}`)
  assert.deepEqual([body.total_amount, body.shipping, body.articles], [35_000, shipping, [article]])
  const without = await client('PUT', `/orders/${id}`, {})
  assert.equal(without.status, 400)
  assert.match(without.body.error.fields.order[0], /order is required/)
})
prove('Order endpoints', 'PATCH /orders/:orderId', async ({ client, confirmed }) => {
  const { id } = await confirmed(40_000)
  assert.equal((await client('PATCH', `/orders/${id}`, { order: { shipping } })).status, 204)
  assert.equal((await client('PATCH', `/orders/${id}`, { order: { discount: 5 } })).status, 204)
  const { body } = await client('GET', `/orders/${id}`)
  assert.deepEqual([body.shipping, body.discount, body.total_amount], [shipping, 5, 40_000])
})
prove('Order endpoints', 'GET /orders', async ({ client, confirmed }) => {
  const { id } = await confirmed(40_000)
  const { status, body } = await client('GET', '/orders?page=1&status=processing')
  assert.equal(status, 200)
  assert.equal(body.results[0].id, id)
  assert.ok(body.paging.count > 10)
})
prove('Order endpoints', 'POST /orders/:orderId/cancel', async ({ client, confirmed }) => {
  const { id } = await confirmed(40_000)
  const done = await client('POST', `/orders/${id}/cancel`)
  assert.deepEqual([done.status, done.text], [204, ''])
  assert.equal((await client('GET', `/orders/${id}`)).body.status, 'cancelled')
})
prove('Order endpoints', 'POST /orders/:orderId/history', async ({ client, confirmed }) => {
  const { id } = await confirmed(40_000)
  const entry = {
    id: 'earlier-1',
    amount: 5_000,
    status: 'complete',
    type: 'card',
    order_date: '2025-01-31T10:00:00+01:00',
    currency: 'EUR',
  }
  const sent = await client('POST', `/orders/${id}/history`, [entry])
  assert.deepEqual([sent.status, sent.text], [204, ''])
  const { body } = await client('GET', `/orders/${id}/history`)
  assert.deepEqual(
    body.results.map((each: { id: string }) => each.id),
    ['earlier-1'],
  )
})

async function cancelledBy(
  { client, confirmed }: Proof,
  end: (id: string) => Promise<{ status: number; text: string }>,
): Promise<string> {
  const { id } = await confirmed(40_000)
  const { status, text } = await end(id)
  assert.ok(status === 200 || status === 204, text)
  const { body } = await client('GET', `/orders/${id}`)
  assert.equal(body.status, 'cancelled')
  assert.ok(body.cancelled !== null)
  assert.deepEqual([body.remaining_capture_amount, body.remaining_refund_amount], [0, 0])
  return id
}

prove('States', 'any modifiable order, POST void', async (proof) => {
  const { client } = proof
  await cancelledBy(proof, async (id) => {
    const part = await client('POST', `/orders/${id}/void`, { amount: 39_999 })
    assert.equal(part.status, 200)
    assert.equal((await client('GET', `/orders/${id}`)).body.status, 'processing')
    return client('POST', `/orders/${id}/void`, { amount: 1 })
  })
})
prove('States', 'any modifiable order, POST refund (order level)', async (proof) => {
  const { client } = proof
  await cancelledBy(proof, async (id) => {
    await client('POST', `/orders/${id}/captures`, { amount: 25_000 })
    const part = await client('POST', `/orders/${id}/refund`, { amount: 39_999 })
    assert.deepEqual([part.status, part.body.remaining_amount], [200, 1])
    return client('POST', `/orders/${id}/refund`, { amount: 1 })
  })
})
prove('States', 'any modifiable order, POST cancel', async (proof) => {
  const { client } = proof
  const id = await cancelledBy(proof, async (order) => {
    await client('POST', `/orders/${order}/captures`, { amount: 25_000 })
    return client('POST', `/orders/${order}/cancel`)
  })
  const { body } = await client('GET', `/orders/${id}`)
  assert.deepEqual([body.voided_amount, body.refunded_amount], [15_000, 25_000])
})
prove('States', 'cancelled, any modification', async (proof) => {
  const { client } = proof
  const id = await cancelledBy(proof, (order) => client('POST', `/orders/${order}/cancel`))
  const order = { articles: [article], currency: 'EUR', total_amount: 40_000 }
  const changes: readonly (readonly [string, string, unknown])[] = [
    ['POST', 'captures', { amount: 1 }],
    ['POST', 'void', { amount: 1 }],
    ['POST', 'refund', { amount: 1 }],
    ['POST', 'refund-extended', { amount: 1 }],
    ['POST', 'cancel', undefined],
    ['POST', 'history', []],
    ['PUT', '', { order }],
    ['PATCH', '', { order: { discount: 1 } }],
  ]
  const before = (await client('GET', `/orders/${id}`)).body
  for (const [method, action, body] of changes) {
    const refused = await client(method, `/orders/${id}${action && `/${action}`}`, body)
    assert.equal(refused.status, 409, `${method} ${action}: ${refused.text}`)
    assert.equal(refused.body.error.type, 'ConflictException')
    assert.match(refused.body.error.message, /cancelled/)
  }
  assert.deepEqual((await client('GET', `/orders/${id}`)).body, before)
})
