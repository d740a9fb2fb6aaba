// A store's page reads what a public key may ask, errors included, and nothing else.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  checkoutBody,
  clientOf,
  newMid,
  type RunningServer,
  startServer,
  wire,
} from '../running-server.ts'

const origin = 'https://shop.example.com'
let server: RunningServer
let path: string

before(async () => {
  server = await startServer()
  const { body } = await clientOf(server)('POST', '/checkout', checkoutBody(newMid(), 10_000))
  path = `/checkout/${body.id}`
})
after(() => server.remove())

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
  for (const asked of ['/orders', '/orders/demo-1', '/orders/demo-1/captures']) {
    const options = await wire(server, { method: 'OPTIONS', path: asked, headers: preflight })
    assert.equal(options.headers['access-control-allow-origin'], undefined)
    const get = await wire(server, { path: asked, headers: asPage(server.demo.public_key) })
    assert.equal(get.status, 403)
    assert.equal(get.headers['access-control-allow-origin'], undefined)
  }
})
