// What a checkout may be made of, and what is said of one that may not (contract §5).
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  type Client,
  checkoutBody,
  clientOf,
  type Json,
  newMid,
  ownServer,
} from '../running-server.ts'

const server = ownServer()
const client = clientOf(server)
let publicClient: Client

before(() => {
  publicClient = clientOf(server, { key: server.demo.public_key })
})

/** A body with something else at the dotted path. */
function bodyWith(path: string, value: unknown): Json {
  const body: Json = structuredClone(checkoutBody(newMid(), 50_000))
  const steps = path.split('.')
  const last = steps.pop() ?? ''
  let place = body
  for (const step of steps) {
    place[step] ??= {}
    place = place[step]
  }
  place[last] = value
  return body
}

const required = [
  ...['order', 'order.id', 'order.currency', 'order.total_amount', 'order.articles'],
  ...['id', 'name', 'quantity', 'price'].map((name) => `order.articles.0.${name}`),
  ...['customer', 'customer.email'],
]
for (const path of required) {
  test(`${path} that is null, empty or false is missing`, async () => {
    for (const value of [undefined, null, '', false]) {
      const { status, body } = await client('POST', '/checkout', bodyWith(path, value))
      const sentence = `${path.split('.').at(-1)} is required`
      assert.deepEqual([status, body.error.fields], [400, { [path]: [sentence] }])
    }
  })
}

const absentable = [
  ...['merchant', 'merchant.notification_url', 'merchant.ipn_url', 'merchant.success_url'],
  ...['merchant.timeout_checkout', 'merchant.timeout_extra', 'merchant.close_on_success'],
  ...['order.tax_rate', 'order.discount', 'order.discount_rate', 'order.cart_discount'],
  ...['order.cart_discount_rate', 'order.options', 'order.options.event_date'],
  ...['tax_rate', 'discount', 'discount_rate', 'sku', 'url', 'image_url', 'category'].map(
    (name) => `order.articles.0.${name}`,
  ),
  ...['id', 'type', 'gender', 'birthday', 'date_joined', 'address', 'document_id'].map(
    (name) => `customer.${name}`,
  ),
  ...['billing', 'billing.country', 'shipping', 'shipping.price', 'shipping.method'],
  ...['product', 'product.type', 'meta'],
]
test('null, empty and false mean absent wherever a field is optional', async () => {
  for (const path of absentable) {
    for (const value of [null, '', false]) {
      const reply = await client('POST', '/checkout', bodyWith(path, value))
      assert.equal(reply.status, 201, `${path} ${value}: ${reply.text}`)
    }
  }
})

test('an unknown product is refused with the known ones', async () => {
  for (const type of ['pay_in_3', 'INSTALMENTS', 'instalments ', 3, {}]) {
    const { status, body } = await client('POST', '/checkout', bodyWith('product.type', type))
    const sentence = 'must be one of: instalments, pay_in_4, pay_later'
    assert.deepEqual([status, body.error.fields], [400, { 'product.type': [sentence] }])
  }
})

test('the date of an event is stored as it was sent', async () => {
  for (const event_date of ['2027-01-31', '2027-01-31T20:00:00', '2027-01-31T20:00:00+02:00']) {
    const sent = bodyWith('order.options.event_date', event_date)
    const { body } = await client('POST', '/checkout', sent)
    for (const by of [client, publicClient]) {
      const { transaction } = (await by('GET', `/checkout/${body.id}`)).body
      assert.equal(transaction.order.options.event_date, event_date)
    }
  }
})

test('words and letters for the kind of a customer are stored', async () => {
  for (const type of ['g', 'n', 'e', 'guest', 'new', 'existing']) {
    const { body } = await client('POST', '/checkout', bodyWith('customer.type', type))
    assert.equal((await client('GET', `/orders/${body.id}`)).body.customer.type, type)
  }
})

test('a checkout is seen in its own mode and store only, and by its id only', async () => {
  const mid = newMid()
  const { id } = (await client('POST', '/checkout', checkoutBody(mid, 50_000))).body
  const live = clientOf(server, { accept: 'application/vnd.svc.v1+json' })
  const other = clientOf(server, { key: server.demo.other_store.private_key })
  const reads: readonly (readonly [Client, string])[] = [
    [live, id],
    [other, id],
    [client, mid],
    [client, id.toUpperCase()],
    [client, '0'.repeat(32)],
  ]
  for (const [by, ref] of reads) {
    for (const path of [`/checkout/${ref}`, `/checkout/${ref}/status`]) {
      const { status, body } = await by('GET', path)
      assert.deepEqual([status, body.error.fields], [404, { checkout__id: ref }])
    }
  }
  assert.equal((await live('POST', '/checkout', checkoutBody(mid, 50_000))).status, 201)
  assert.equal((await client('GET', `/checkout/${id}/status`)).body.status, 'pending')
})
