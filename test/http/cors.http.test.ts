// A store's page reads what a public key may ask, errors included, and nothing else.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { checkoutBody, clientOf, newMid, ownServer, wire } from '../running-server.ts'

const origin = 'https://shop.example.com'
const server = ownServer()
let path: string

before(async () => {
  const { body } = await clientOf(server)('POST', '/checkout', checkoutBody(newMid(), 10_000))
  path = `/checkout/${body.id}`
})

const asPage = (key: string) => ({
  origin,
  accept: 'application/vnd.svc.sandbox.v1+json',
  authorization: `Bearer ${key}`,
})

test('a preflight is answered without a key', async () => {
  const headers = {
    origin,
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'authorization',
  }
  const { status, headers: got } = await wire(server, { method: 'OPTIONS', path, headers })
  assert.equal(status, 204)
  assert.equal(got['access-control-allow-origin'], '*')
  assert.equal(got['access-control-allow-methods'], 'GET')
  assert.match(String(got['access-control-allow-headers']), /authorization/i)
})

test('a page reads the checkout with the public key', async () => {
  const headers = asPage(server.demo.public_key)
  const { status, headers: got } = await wire(server, { path, headers })
  assert.equal(status, 200)
  assert.equal(got['access-control-allow-origin'], '*')
  assert.match(String(got['access-control-expose-headers']), /X-Svc-Media-Type/)
})

test('a page reads errors too: no key, a wrong key, an exposed private key', async () => {
  for (const [key, status] of [
    ['', 401],
    ['pk_wrong', 401],
    [server.demo.private_key, 403],
  ] as const) {
    const reply = await wire(server, { path, headers: asPage(key) })
    assert.equal(reply.status, status)
    assert.equal(reply.headers['access-control-allow-origin'], '*')
  }
  const missing = { path: `/checkout/${'0'.repeat(32)}`, headers: asPage(server.demo.public_key) }
  const reply = await wire(server, missing)
  assert.equal(reply.status, 404)
  assert.equal(reply.headers['access-control-allow-origin'], '*')
})

test('routes for a store’s server allow no page', async () => {
  const preflight = { origin, 'access-control-request-method': 'GET' }
  for (const requested of ['/orders', '/orders/demo-1', '/orders/demo-1/captures']) {
    const options = await wire(server, { method: 'OPTIONS', path: requested, headers: preflight })
    assert.equal(options.headers['access-control-allow-origin'], undefined)
    const get = await wire(server, { path: requested, headers: asPage(server.demo.public_key) })
    assert.equal(get.status, 403)
    assert.equal(get.headers['access-control-allow-origin'], undefined)
  }
})

/** Until the store's settings are what the answers follow: within 10 s on a slow machine. */
async function untilStatus(ask: () => Promise<{ status: number }>, status: number): Promise<void> {
  const limit = Date.now() + 10_000
  while ((await ask()).status !== status) assert.ok(Date.now() < limit, `waited for ${status}`)
}

test('a store names the origins whose pages may use its public key', async () => {
  const client = clientOf(server)
  const other = 'https://other.example.com'
  const ask = (from: string | undefined, requested = path, key = server.demo.public_key) => {
    const { origin: _origin, ...headers } = asPage(key)
    const sent = from === undefined ? headers : { ...headers, origin: from }
    return wire(server, { path: requested, headers: sent })
  }
  const patched = await client('PATCH', '/me', { origins: [origin, 'http://localhost:3000'] })
  assert.equal(patched.status, 200)
  await untilStatus(() => ask(other), 403)

  const allowed = await ask(origin)
  assert.equal(allowed.status, 200)
  assert.equal(allowed.headers['access-control-allow-origin'], origin)
  assert.equal(allowed.headers.vary, 'Accept, Origin')
  assert.match(String(allowed.headers['access-control-expose-headers']), /X-Svc-Media-Type/)

  for (const from of [
    other,
    'null',
    `${origin}:8443`,
    'http://shop.example.com',
    `${origin}.evil`,
  ]) {
    const refused = await ask(from)
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'origin_not_allowed'], from)
    assert.equal(refused.headers['access-control-allow-origin'], from, 'the page reads why')
    assert.equal(refused.headers.vary, 'Accept, Origin')
  }
  const missing = await ask(origin, `/checkout/${'0'.repeat(32)}`)
  assert.equal(missing.status, 404)
  assert.equal(missing.headers['access-control-allow-origin'], origin)

  const native = await ask(undefined)
  assert.equal(native.status, 200, 'an app has no origin')
  assert.equal(native.headers['access-control-allow-origin'], undefined)
  assert.equal((await ask(server.demo.base_url)).status, 200, 'the pages of the service itself')
  assert.equal((await ask(other, '/orders')).status, 403)
  const exposed = await ask(origin, path, server.demo.private_key)
  assert.equal(exposed.body.error.code, 'key_exposed')
  const keyOfOther = server.demo.other_store.public_key
  assert.equal((await ask(other, path, keyOfOther)).status, 404, 'another store named none')

  const headers = { origin: other, 'access-control-request-method': 'GET' }
  const preflight = await wire(server, { method: 'OPTIONS', path, headers })
  assert.equal(preflight.status, 204, 'a preflight carries no key')
  assert.equal(preflight.headers['access-control-allow-origin'], '*')

  assert.equal((await client('PATCH', '/me', { origins: null })).status, 200)
  await untilStatus(() => ask(other), 200)
  assert.equal((await ask(other)).headers['access-control-allow-origin'], '*')
})
