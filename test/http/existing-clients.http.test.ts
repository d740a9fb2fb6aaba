// What clients written for this API elsewhere send: shop plugins and SDKs in PHP, .NET, Python and
// Node. None of them may notice that another service answers.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { test } from 'node:test'
import {
  type Client,
  checkoutBody,
  clientOf,
  confirmedOrder,
  newMid,
  ownServer,
  reaches,
} from '../running-server.ts'
import { ok, openShop, type Saying, type Shop } from '../shop.ts'

const server = ownServer()
const client = clientOf(server)

const accepting = (version: string): Client =>
  clientOf(server, { accept: `application/vnd.svc.sandbox.${version}+json` })

// Plugins create with v4 and read with v3.
test('one order is created, read and captured under any of the four versions', async () => {
  const [v1, v2, v3, v4] = ['v1', 'v2', 'v3', 'v4'].map(accepting) as [
    Client,
    Client,
    Client,
    Client,
  ]
  const created = await v4('POST', '/checkout', checkoutBody(newMid(), 40_000))
  assert.equal(created.headers.get('x-svc-media-type'), 'svc.v4')
  const { id } = created.body
  await v1('POST', `/sandbox/checkouts/${id}/complete`, {})
  await reaches(v3, id, '')
  const read = await v3('GET', `/orders/${id}`)
  assert.equal(read.headers.get('x-svc-media-type'), 'svc.v3')
  assert.deepEqual((await v1('GET', `/orders/${id}`)).body, read.body)
  const captured = await v2('POST', `/orders/${id}/captures`, { amount: 1_000 })
  assert.deepEqual([captured.status, captured.headers.get('x-svc-media-type')], [200, 'svc.v2'])
})

test('ids, phones and postcodes arrive as numbers and are stored as texts', async () => {
  const mid = Date.now()
  const sent = {
    order: {
      id: mid,
      currency: 'EUR',
      total_amount: 40_000,
      articles: [{ id: 17, sku: 4_006_381_333_931, name: 'Bicycle', quantity: 1, price: 40_000 }],
    },
    customer: { id: 991, email: 'ada@example.com', phone: 600_000_000 },
    shipping: { postcode: 28_001, phone: 600_000_000 },
  }
  const created = await client('POST', '/checkout', sent)
  assert.equal(created.status, 201, created.text)
  const { body } = await client('GET', `/orders/${mid}`)
  assert.equal(body.mid, String(mid))
  assert.deepEqual([body.articles[0].id, body.articles[0].sku], ['17', '4006381333931'])
  assert.deepEqual([body.customer.id, body.customer.phone], ['991', '600000000'])
  assert.deepEqual(body.shipping, { postcode: '28001', phone: '600000000' })
})

test('zip is the postcode', async () => {
  const more = { shipping: { zip: '28001' }, billing: { zip: '08001', postcode: '' } }
  const { body } = await client('POST', '/checkout', checkoutBody(newMid(), 40_000, more))
  const order = (await client('GET', `/orders/${body.id}`)).body
  assert.deepEqual([order.shipping.postcode, order.billing.postcode], ['28001', '08001'])
})

test('shipping, billing and addresses to return to may be missing, null, "" or false', async () => {
  for (const absent of [undefined, null, '', false]) {
    const merchant = { success_url: absent, ko_url: absent, dismiss_url: absent }
    const more = { shipping: absent, billing: absent, merchant, product: absent }
    const created = await client('POST', '/checkout', checkoutBody(newMid(), 40_000, more))
    assert.equal(created.status, 201, created.text)
    const { body } = await client('GET', `/orders/${created.body.id}`)
    assert.deepEqual([body.shipping, body.billing], [null, null])
  }
})

test('PHP writes an empty object as an empty list', async () => {
  const { id } = await confirmedOrder(client, 40_000)
  const order = { shipping: [], articles: [], currency: 'EUR', total_amount: 39_000 }
  assert.equal((await client('PUT', `/orders/${id}`, { order })).status, 204)
  assert.equal((await client('PATCH', `/orders/${id}`, { order: [] })).status, 204)
})

test('the currency may be the object that the service answers with', async () => {
  const { id } = await confirmedOrder(client, 40_000)
  const { currency } = (await client('GET', `/orders/${id}`)).body
  const order = { articles: [], currency, total_amount: 40_000 }
  assert.equal((await client('PUT', `/orders/${id}`, { order })).status, 204)
})

test('a JSON Content-Type comes with GET and DELETE, too', async () => {
  const json = { 'content-type': 'application/json' }
  const { id } = await confirmedOrder(client, 40_000)
  assert.equal((await client('GET', `/orders/${id}`, undefined, json)).status, 200)
  const cancelled = await client('POST', `/orders/${id}/cancel`, undefined, json)
  assert.equal(cancelled.status, 204)
  const campaign = { name: 'Spring', start_date: '2026-01-01', interest: '100' }
  const made = await client('POST', '/me/campaigns', campaign)
  const gone = await client('DELETE', `/me/campaigns/${made.body.id}`, undefined, json)
  assert.equal(gone.status, 204)
})

type Sending = {
  readonly path: string
  readonly headers: Record<string, string>
  readonly waits: boolean
}

/** A body in chunks; when it waits, only after the server has asked for it. */
async function inChunks({ path, headers, waits }: Sending, chunks: readonly string[]) {
  const { hostname, port } = new URL(server.demo.base_url)
  const authorization = `Bearer ${server.demo.private_key}`
  const accept = 'application/vnd.svc.sandbox.v3+json'
  const sent = request({
    ...{ hostname, port, path, method: 'POST', agent: false },
    headers: { authorization, accept, 'content-type': 'application/json', ...headers },
  })
  if (waits) {
    sent.flushHeaders()
    await once(sent, 'continue')
  }
  for (const chunk of chunks) sent.write(chunk)
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode, text: await textOf(response) }
}

test('bodies in chunks, and bodies that wait for 100-continue', { timeout: 20_000 }, async () => {
  for (const waits of [false, true]) {
    const { id } = await confirmedOrder(client, 40_000)
    const headers: Record<string, string> = waits ? { expect: '100-continue' } : {}
    const sending = { path: `/orders/${id}/captures`, headers, waits }
    const { status, text } = await inChunks(sending, ['{"amo', 'unt":', '100', '00}'])
    assert.equal(status, 200, text)
  }
})

test('//orders and a trailing slash are /orders', async () => {
  const { id } = await confirmedOrder(client, 40_000)
  for (const path of ['//orders', '/orders/', '/v1//orders', `//orders//${id}/`]) {
    const accept = { accept: 'application/vnd.svc.sandbox+json' }
    const { status } = await client('GET', path, undefined, accept)
    assert.equal(status, 200, path)
  }
})

test('an id that was encoded twice is found', async () => {
  const mid = `${newMid()}/ä #1`
  const created = await client('POST', '/checkout', checkoutBody(mid, 40_000))
  assert.equal(created.status, 201)
  for (const name of [encodeURIComponent(mid), encodeURIComponent(encodeURIComponent(mid))]) {
    assert.equal((await client('GET', `/orders/${name}`)).body.mid, mid)
  }
})

test('a list is read by its cursor until after is null, each order once', async () => {
  const ids: string[] = []
  let page: number | null = 1
  for (let pages = 0; page !== null && pages < 1_000; pages++) {
    const reply = await client('GET', `/orders?page=${page}&page_size=5`)
    assert.equal(reply.status, 200)
    ids.push(...reply.body.results.map(({ id }: { id: string }) => id))
    page = reply.body.cursor.after
  }
  assert.ok(ids.length > 10)
  assert.equal(new Set(ids).size, ids.length)
  const { body } = await client('GET', '/orders?page_size=1')
  assert.equal(body.paging.count, ids.length)
})

test('ordering=-cancelled,confirmed puts what was never cancelled first', async () => {
  const { id } = await confirmedOrder(client, 40_000)
  await client('POST', `/orders/${id}/cancel`)
  const { status, body } = await client(
    'GET',
    '/orders?ordering=-cancelled,confirmed&page_size=100',
  )
  assert.equal(status, 200)
  const cancelled = body.results.map((order: { cancelled: string | null }) => order.cancelled)
  const firstNot = cancelled.findIndex((each: string | null) => each !== null)
  assert.ok(firstNot > 0)
  assert.ok(cancelled.slice(firstNot).every((each: string | null) => each !== null))
  const open = body.results
    .slice(0, firstNot)
    .map(({ confirmed }: { confirmed: string }) => confirmed)
  assert.deepEqual(open, [...open].sort())
})

test('captures are read for every order of a list, in whatever state', async () => {
  await client('POST', '/checkout', checkoutBody(newMid(), 40_000))
  const { body } = await client('GET', '/orders?page_size=100')
  for (const { id, status } of body.results) {
    const captures = await client('GET', `/orders/${id}/captures`)
    assert.equal(captures.status, 200, status)
    assert.ok(Number.isInteger(captures.body.remaining_capture_amount))
    assert.ok(Array.isArray(captures.body.results))
  }
})

async function withShop(saying: Saying, work: (shop: Shop) => Promise<void>): Promise<void> {
  const shop = await openShop(() => saying)
  await work(shop).finally(() => shop.close())
}

test('errors always have a type and a message', async () => {
  const requests: readonly (readonly [string, string, unknown?, Record<string, string>?])[] = [
    ['GET', '/nowhere'],
    ['GET', '/orders/none'],
    ['GET', '/orders?page=0'],
    ['GET', '/orders?nonsense=1'],
    ['GET', '/orders', undefined, { accept: 'text/html' }],
    ['GET', '/orders', undefined, { authorization: 'Bearer none' }],
    ['PUT', '/orders'],
    ['POST', '/checkout', 'text'],
    ['POST', '/checkout', '{}', { 'content-type': 'text/plain' }],
    ['POST', '/checkout', {}],
    ['POST', '/orders/none/captures', { amount: 1 }],
    ['POST', '/orders/none/cancel'],
    ['DELETE', '/me/campaigns/none/articles?x=1'],
    ['GET', '/checkout/none'],
    ['GET', '/checkout/button'],
    ['GET', '/checkout/button?amount=1&currency=EUR'],
  ]
  for (const request of requests) {
    const { status, body } = await client(...request)
    assert.ok(status >= 400 && status < 500, `${request[0]} ${request[1]}: ${status}`)
    assert.equal(typeof body.error.type, 'string', request[1])
    assert.equal(typeof body.error.message, 'string', request[1])
  }
})

test('a store that compares a shared token gets it as access_token', async () => {
  await withShop(ok, async (shop) => {
    const other = clientOf(server, { key: server.demo.other_store.private_key })
    const token = { notification_auth: 'token', notification_token: 'a shared & secret+token' }
    assert.equal((await other('PATCH', '/me', token)).status, 200)
    const merchant = { notification_url: shop.url }
    const body = checkoutBody(newMid(), 40_000, { merchant })
    const { id } = (await other('POST', '/checkout', body)).body
    await other('POST', `/sandbox/checkouts/${id}/complete`, {})
    await reaches(other, id, '')
    const [first] = shop.messages
    const url = new URL(first?.target ?? '', shop.url)
    assert.equal(url.searchParams.get('shop'), '1')
    assert.equal(url.searchParams.get('access_token'), token.notification_token)
    assert.equal(first?.headers.authorization, `Bearer ${token.notification_token}`)
  })
})

test('an order is found by the id it had before the store renamed it', async () => {
  const renamed = newMid()
  const saying = { text: JSON.stringify({ status: 'ok', order_id: renamed }) }
  await withShop(saying, async (shop) => {
    const mid = newMid()
    const body = checkoutBody(mid, 40_000, { merchant: { notification_url: shop.url } })
    const { id } = (await client('POST', '/checkout', body)).body
    await client('POST', `/sandbox/checkouts/${id}/complete`, {})
    await reaches(client, id, '')
    for (const name of [id, mid, renamed]) {
      const order = (await client('GET', `/orders/${encodeURIComponent(name)}`)).body
      assert.deepEqual([order.id, order.mid], [id, renamed])
    }
    assert.equal((await client('POST', `/orders/${mid}/captures`, { amount: 1 })).status, 200)
  })
})
