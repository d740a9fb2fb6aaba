// The token for a page that has a checkout's id and a key of its store (decision 0045).
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import {
  auditOf,
  type Client,
  checkoutBody,
  clientOf,
  newMid,
  ownServer,
  type Reply,
  reaches,
  wire,
} from '../running-server.ts'
import { until } from '../shop.ts'

const SANDBOX = 'application/vnd.svc.sandbox.v1+json'
const LIVE = 'application/vnd.svc.v1+json'
const origin = 'https://shop.example'
const server = ownServer()
const store = clientOf(server)
let page: Client
let other: Client
let otherPage: Client

before(() => {
  const { other_store } = server.demo
  page = clientOf(server, { key: server.demo.public_key })
  other = clientOf(server, { key: other_store.private_key })
  otherPage = clientOf(server, { key: other_store.public_key })
})

const refusal = ({ status, body }: Reply) => [status, body.error?.code]
const ask = (by: Client, id: string, headers?: Record<string, string>) =>
  by('POST', `/checkout/${id}/token`, undefined, headers)

async function open(by: Client = store, more: Record<string, unknown> = {}) {
  const { status, body, text } = await by('POST', '/checkout', checkoutBody(newMid(), 40_000, more))
  assert.equal(status, 201, text)
  return { id: body.id as string, token: new URL(body.checkout_url).hash.slice(1) }
}

const complete = (id: string, body: object) =>
  store('POST', `/sandbox/checkouts/${id}/complete`, body)

test('a page with the id and the public key gets the token of the address', async () => {
  const { id, token } = await open()
  const given = await ask(page, id)
  assert.deepEqual([given.status, given.body], [200, { token }])
  assert.equal(given.headers.get('cache-control'), 'no-store')
  assert.deepEqual((await ask(store, id)).body, { token }, 'a private key may do it too')
  const holder = clientOf(server, { key: given.body.token })
  assert.equal((await holder('GET', `/checkout/${id}/offers`)).status, 200)
})

test('a token is given while the buyer has something left to do, and not after', async () => {
  const { id, token } = await open()
  await complete(id, { document_id: '99999995C', challenge: 'leave' })
  assert.deepEqual((await ask(page, id)).body, { token }, 'they wait for the identity check')
  await store('POST', `/orders/${id}/cancel`)
  const failed = await ask(page, id)
  assert.deepEqual(refusal(failed), [409, 'checkout_finished'])
  assert.equal(failed.body.error.message, 'The checkout is finished: it is ko')

  const signed = await open()
  await complete(signed.id, {})
  assert.deepEqual(refusal(await ask(page, signed.id)), [409, 'checkout_finished'])
  await reaches(store, signed.id, '')
  const confirmed = await ask(page, signed.id)
  assert.equal(confirmed.body.error.message, 'The checkout is finished: it is confirmed')
  const text = JSON.stringify(confirmed.body)
  assert.ok(!text.includes(signed.token))

  const refused = await open()
  await complete(refused.id, { document_id: '99999998T' })
  assert.deepEqual(refusal(await ask(page, refused.id)), [409, 'checkout_finished'])
})

test('the time of the store decides, the deadline itself is too late', async () => {
  const { id } = await open(other, { merchant: { timeout_checkout: 1 } })
  const { body } = await otherPage('GET', `/checkout/${id}`)
  assert.equal((await ask(otherPage, id)).status, 200)
  const moved = await other('POST', '/me/test-clock', { now: body.expires_at })
  assert.equal(moved.status, 200, moved.text)
  const late = await ask(otherPage, id)
  assert.deepEqual(refusal(late), [409, 'checkout_finished'])
  assert.match(late.body.error.message, /it is (expired|ko)$/)
})

test('another store’s and another mode’s checkout is missing, byte for byte', async () => {
  const sandbox = await open()
  const live = await open(clientOf(server, { accept: LIVE }))
  const unknown = '0'.repeat(32)
  const shapeOf = async (by: Client, id: string) => {
    const { status, text, body, headers } = await ask(by, id)
    const named = [...headers.keys()].filter((name) => !/^ratelimit/.test(name))
    const same = text.replaceAll(body.error.request_id, '').replaceAll(id, '')
    return { status, same, named }
  }
  const missing = await shapeOf(page, unknown)
  assert.equal(missing.status, 404)
  assert.deepEqual(await shapeOf(otherPage, sandbox.id), missing, 'of another store')
  assert.deepEqual(await shapeOf(page, live.id), missing, 'of live mode')
  const inLive = clientOf(server, { key: server.demo.public_key, accept: LIVE })
  assert.deepEqual((await ask(inLive, live.id)).body, { token: live.token })
  assert.deepEqual(await shapeOf(inLive, sandbox.id), missing, 'of the sandbox')
  for (const id of ['nobody', sandbox.id.toUpperCase(), `${sandbox.id}0`, '%00', '%25', '..%2f']) {
    assert.equal((await ask(page, id)).status, 404, id)
  }
  const order = await store('GET', `/orders/${sandbox.id}`)
  assert.equal((await ask(page, order.body.mid)).status, 404, 'a name of the store’s is no id')
})

test('without a valid key there is no token', async () => {
  const { id, token } = await open()
  const made = await store('POST', '/me/api-keys', { name: 'Page', kind: 'public' })
  const own = clientOf(server, { key: made.body.key })
  assert.equal((await ask(own, id)).status, 200)
  await store('DELETE', `/me/api-keys/${made.body.id}`)
  await until(async () => (await ask(own, id)).status === 401, 'the key to end')
  for (const [key, code] of [
    ['', 'key_missing'],
    [token, 'key_invalid'],
    ['pk_nobody', 'key_invalid'],
  ] as const) {
    assert.deepEqual(refusal(await ask(clientOf(server, { key }), id)), [401, code])
  }
  const accept = 'application/vnd.svc.v9+json'
  const unserved = await ask(clientOf(server, { key: server.demo.public_key, accept }), id)
  assert.deepEqual(refusal(unserved), [406, 'accept_unsupported'])
})

test('pages of other sites may ask, where the store allows it', async () => {
  const { id } = await open(other)
  const answerTo = (from: string, key: string) =>
    wire(server, {
      method: 'POST',
      path: `/checkout/${id}/token`,
      headers: { origin: from, accept: SANDBOX, authorization: `Bearer ${key}` },
    })
  const key = server.demo.other_store.public_key
  const foreign = await answerTo(origin, key)
  assert.deepEqual([foreign.status, foreign.headers['access-control-allow-origin']], [200, '*'])
  const exposed = await answerTo(origin, server.demo.other_store.private_key)
  assert.equal(exposed.body.error.code, 'key_exposed')
  assert.doesNotMatch(exposed.text, /token"/)

  await other('PATCH', '/me', { origins: [origin] })
  await until(async () => (await answerTo('https://x.example', key)).status === 403, 'the origins')
  const refused = await answerTo('https://x.example', key)
  assert.equal(refused.body.error.code, 'origin_not_allowed')
  assert.equal((await answerTo(origin, key)).status, 200)
  assert.equal((await answerTo(server.demo.base_url, key)).status, 200, 'our own page')
})

test('a body is ignored, and a repeated request gets the same answer', async () => {
  const { id, token } = await open()
  const headers = { 'idempotency-key': randomUUID() }
  const first = await ask(page, id, headers)
  const again = await ask(page, id, headers)
  assert.deepEqual([first.body, again.text], [{ token }, first.text])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  const elsewhere = await open()
  assert.deepEqual(refusal(await ask(page, elsewhere.id, headers)), [422, 'idempotency_key_reused'])
  assert.equal((await page('POST', `/checkout/${id}/token`, {})).status, 200)
  assert.deepEqual(refusal(await page('POST', `/checkout/${id}/token`, '{')), [
    400,
    'body_malformed',
  ])
  assert.equal((await page('GET', `/checkout/${id}/token`)).status, 405)
  const many = await Promise.all(Array.from({ length: 20 }, () => ask(page, id)))
  for (const { body } of many) assert.deepEqual(body, { token })
  assert.deepEqual((await auditOf(server)).findings, [])
})
