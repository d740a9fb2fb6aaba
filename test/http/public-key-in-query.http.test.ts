// The public key in the query: a page asks with it without a preflight (contract §8).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownServer, wire } from '../running-server.ts'

const server = ownServer()

const SANDBOX = 'application/vnd.svc.sandbox.v1+json'
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  wire(server, { method, path, headers: { accept: SANDBOX, ...headers } })
const code = (reply: Awaited<ReturnType<typeof ask>>) => [reply.status, reply.body?.error?.code]
const BUTTON = '/checkout/button?amount=45000&currency=EUR'

test('a public key can also be sent in the query, under either name', async () => {
  const { public_key: key } = server.demo
  // The second question of the same key is answered from memory.
  for (const name of ['public-key', 'public_key', 'public-key']) {
    const { status, body } = await ask(`${BUTTON}&${name}=${key}`)
    assert.deepEqual([status, body.allowed], [201, true])
  }
  const plans = await ask(`/instalment-plan-simulator?amount=45000&public-key=${key}`)
  assert.equal(plans.status, 200)
  const unknown = await ask(`/checkout/${'0'.repeat(32)}?public-key=${key}`)
  assert.deepEqual(code(unknown), [404, 'checkout_not_found'])
})

test('an invalid key is refused as in a header, and the header counts first', async () => {
  const { public_key: key } = server.demo
  assert.deepEqual(code(await ask(BUTTON)), [401, 'key_missing'])
  assert.deepEqual(code(await ask(`${BUTTON}&public-key=`)), [401, 'key_invalid'])
  assert.deepEqual(code(await ask(`${BUTTON}&public-key=pk_wrong`)), [401, 'key_invalid'])
  assert.deepEqual(code(await ask(`${BUTTON}&public-key=a%20b`)), [401, 'key_invalid'])
  const headers = { authorization: 'Bearer pk_wrong' }
  assert.deepEqual(code(await ask(`${BUTTON}&public-key=${key}`, headers)), [401, 'key_invalid'])
})

test('a private key in an address is refused and reported to its store', async () => {
  const { private_key: key } = server.demo
  for (let times = 1; times <= 2; times++) {
    assert.deepEqual(code(await ask(`${BUTTON}&public-key=${key}`)), [403, 'key_exposed'])
  }
  const authorization = `Bearer ${key}`
  const limit = Date.now() + 10_000
  for (;;) {
    const { body } = await ask('/me/events?type=api_key.exposed', { authorization })
    if (body.results?.some(({ type }: { type: string }) => type === 'api_key.exposed')) break
    assert.ok(Date.now() < limit, JSON.stringify(body))
  }
})

test('where a key does more than read for a page, the query is ignored', async () => {
  const { public_key, private_key } = server.demo
  for (const key of [public_key, private_key]) {
    assert.deepEqual(code(await ask(`/orders?public-key=${key}`)), [401, 'key_missing'])
    const token = `/checkout/${'0'.repeat(32)}/token?public-key=${key}`
    assert.deepEqual(code(await ask(token, {}, 'POST')), [401, 'key_missing'])
  }
})
