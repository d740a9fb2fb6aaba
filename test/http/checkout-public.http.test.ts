// What a public key reads of a checkout: only the members that are named for it (contract §12.9).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientOf, newMid, ownServer } from '../running-server.ts'

const server = ownServer()

const address = (of: string) => ({
  ...{ first_name: `private-${of}-1`, last_name: `private-${of}-2`, street: `private-${of}-3` },
  ...{ address_addition: `private-${of}-4`, city: `private-${of}-5`, state: `private-${of}-6` },
  ...{ country: 'ES', postcode: 'private-post', phone: `private-${of}-7` },
  ...{ alt_phone: `private-${of}-8`, unknown: `private-${of}-9` },
})

const article = {
  ...{ id: 'shown-1', name: 'shown-2', description: 'shown-3', category: 'shown-4' },
  ...{ sku: 'shown-5', url: 'https://shop.example/shown-6' },
  ...{ image_url: 'https://shop.example/shown-7', quantity: 1, price: 40_000 },
  ...{ tax_rate: 0, discount: 0, discount_rate: 0 },
}

const order = {
  ...{ currency: 'EUR', total_amount: 40_000, tax_rate: 0, discount: 0, discount_rate: 0 },
  ...{ cart_discount: 0, cart_discount_rate: 0, options: { event_date: '2020-01-01' } },
  articles: [article],
}

const merchant = {
  ...{ success_url: '/shown-8', pending_url: '/shown-9', error_url: '/shown-10' },
  ...{ dismiss_url: '/shown-11', ko_url: 'https://shop.example/shown-12' },
  ...{ close_on_success: true, timeout_checkout: 30, timeout_extra: 60 },
}

const unknown = { unknown: 'private-key', nested: { list: ['private-list'] } }

test('whatever a store sends, a public key reads what is named for it and no more', async () => {
  const client = clientOf(server)
  const { base_url, public_key } = server.demo
  const mid = newMid()
  const hook = `${base_url}/demo/notifications?private-hook`
  const body = {
    merchant: { ...merchant, notification_url: hook, ipn_url: hook, ...unknown },
    order: {
      ...{ ...order, id: mid, ...unknown },
      currency: { name: 'Euro', code: 'EUR', numeric: '978', symbol: '€', ...unknown },
      options: { ...order.options, ...unknown },
      articles: [{ ...article, ...unknown }],
    },
    customer: {
      ...{ email: 'private@example.com', id: 'private-1', type: 'new', gender: 1 },
      ...{ first_name: 'private-2', last_name: 'private-3', phone: 'private-4' },
      ...{ birthday: '1990-01-02', language: 'es', date_joined: '2019-01-02T00:00:00Z' },
      ...{ last_login: '2019-01-03T00:00:00Z', address: address('home'), ...unknown },
      document_id: { type: 'private-5', number: 'private-6', country: 'ES', ...unknown },
    },
    billing: address('billing'),
    shipping: {
      ...{ ...address('shipping'), name: 'private-7', price: 0, tax_rate: 0, discount: 0 },
      ...{ discount_rate: 0, method: 'postal' },
    },
    product: { type: 'instalments', ...unknown },
    ...{ meta: { note: 'private-8' }, toc: { note: 'private-9' }, ...unknown },
  }
  const created = await client('POST', '/checkout', body)
  assert.equal(created.status, 201, created.text)
  const path = `/checkout/${created.body.id}`
  const read = await clientOf(server, { key: public_key })('GET', path)
  assert.equal(read.status, 200, read.text)
  const currency = { name: 'Euro', code: 'EUR', numeric: '978', symbol: '€' }
  assert.deepEqual(read.body.transaction, { merchant, order: { ...order, currency }, customer: {} })
  assert.ok(!read.text.includes('private') && !read.text.includes(mid))
  const members = ['id', 'status', 'status_reason', 'expires_at', 'transaction']
  assert.deepEqual(Object.keys(read.body), members)
  const own = await client('GET', path)
  assert.deepEqual(own.body.transaction, body, 'its own key reads the whole')
})
