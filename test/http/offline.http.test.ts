// Checkouts at the point of sale, and what a page may and may not ask for (contract §5).
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Client, checkoutBody, clientOf, newMid, ownServer } from '../running-server.ts'
import { messagesOf, ok, openShop } from '../shop.ts'

const MINUTE = { timeout: 60_000 }
const server = ownServer()
const client = clientOf(server)
let publicClient: Client

before(() => {
  publicClient = clientOf(server, { key: server.demo.public_key })
})

const offline = (body: unknown, by: Client = client) => by('POST', '/checkout/offline', body)
const complete = (id: string) => client('POST', `/sandbox/checkouts/${id}/complete`)

test(
  'the point of sale gets an address for its buyer, and is notified at its ipn_url',
  MINUTE,
  async () => {
    const shop = await openShop(() => ok)
    const mid = newMid()
    const body = checkoutBody(mid, 50_000, { merchant: { ipn_url: shop.url } })
    const reply = await offline(body)
    assert.equal(reply.status, 201, reply.text)
    assert.deepEqual(Object.keys(reply.body), ['id', 'checkout_url'])
    const { id, checkout_url } = reply.body
    assert.match(id, /^[0-9a-f]{32}$/)
    assert.equal(reply.headers.get('location'), `/checkout/${id}`)
    const holder = clientOf(server, { key: new URL(checkout_url).hash.slice(1) })
    assert.equal((await holder('GET', `/checkout/${id}/offers`)).status, 200)
    assert.deepEqual((await client('GET', `/checkout/${id}`)).body.transaction, body)
    assert.equal((await complete(id)).status, 200)
    assert.equal((await messagesOf(shop, id, 'ok')).length, 2)
    shop.close()
    assert.equal((await client('GET', `/orders/${mid}`)).body.id, id)
  },
)

test('order and customer are enough', async () => {
  const { status, text } = await offline(checkoutBody(newMid(), 50_000))
  assert.equal(status, 201, text)
})

test(
  'both addresses mean the same on both routes; notification_url goes first',
  MINUTE,
  async () => {
    const [silent, other] = await Promise.all([openShop(() => ok), openShop(() => ok)])
    for (const path of ['/checkout', '/checkout/offline']) {
      for (const merchant of [
        { ipn_url: silent.url },
        { notification_url: silent.url },
        { notification_url: silent.url, ipn_url: other.url },
        { notification_url: '', ipn_url: silent.url },
      ]) {
        const { body } = await client('POST', path, checkoutBody(newMid(), 50_000, { merchant }))
        await complete(body.id)
        await messagesOf(silent, body.id, 'ok')
        assert.deepEqual(other.messages, [], path)
      }
    }
    silent.close()
    other.close()
  },
)

test('a faulty ipn_url is reported under its own name', async () => {
  for (const ipn_url of [
    '/path',
    'ftp://a.example',
    'http://',
    17,
    {},
    `http://${'x'.repeat(2_100)}`,
  ]) {
    const reply = await offline(checkoutBody(newMid(), 50_000, { merchant: { ipn_url } }))
    assert.equal(reply.status, 400)
    assert.deepEqual(Object.keys(reply.body.error.fields), ['merchant.ipn_url'])
  }
})

test('a public reader sees neither address of the notifications', async () => {
  const merchant = {
    ipn_url: 'https://store.example.com/secret-ipn',
    notification_url: 'https://store.example.com/secret-notify',
    ko_url: '/ko',
  }
  const { body } = await offline(checkoutBody(newMid(), 50_000, { merchant }))
  const seen = await publicClient('GET', `/checkout/${body.id}`)
  assert.equal(seen.status, 200)
  assert.deepEqual(seen.body.transaction.merchant, { ko_url: '/ko' })
  assert.doesNotMatch(seen.text, /secret/)
})

test('the body is checked as on the other route, all faults together', async () => {
  const faults = await Promise.all(
    ['/checkout', '/checkout/offline'].map(async (path) => {
      const { status, body } = await client('POST', path, { order: { id: 'x' }, customer: {} })
      assert.equal(status, 400)
      return body.error.fields
    }),
  )
  assert.deepEqual(faults[0], faults[1])
  assert.ok(Object.keys(faults[0]).length >= 4)
  assert.equal((await offline(undefined)).status, 400)
})

test('where no product fits, financing is unavailable; a used name is refused', async () => {
  const small = await offline(checkoutBody(newMid(), 99))
  assert.deepEqual([small.status, small.body.error.code], [403, 'financing_unavailable'])
  const mid = newMid()
  const { body } = await offline(checkoutBody(mid, 50_000))
  await complete(body.id)
  const again = await offline(checkoutBody(mid, 50_000))
  assert.deepEqual([again.status, again.body.error.code], [409, 'order_id_used'])
})

test('only a private key opens the point of sale', async () => {
  const reply = await offline(checkoutBody(newMid(), 50_000), publicClient)
  assert.deepEqual([reply.status, reply.body.error.code], [403, 'key_public'])
  const none = await offline(checkoutBody(newMid(), 50_000), clientOf(server, { key: '' }))
  assert.equal(none.status, 401)
  const got = await client('GET', '/checkout/offline')
  assert.deepEqual([got.status, got.headers.get('allow')], [405, 'POST, OPTIONS'])
})

test('a page creates no checkout while its store has not switched that on', async () => {
  const reply = await publicClient('POST', '/checkout', checkoutBody(newMid(), 50_000))
  assert.deepEqual([reply.status, reply.body.error.code], [403, 'key_public'])
})
