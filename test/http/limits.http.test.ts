// What bounds callers on a server of real stores: each kind is counted by what it cannot multiply.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { formatKey } from '../../packages/server/src/tenancy/api-keys/key-format.ts'
import { checkDocumented } from '../documented.ts'
import { checkoutBody, newMid } from '../running-server.ts'
import { type StoreServer, startStores } from '../store-servers.ts'

const SANDBOX = 'application/vnd.svc.sandbox.v1+json'
const BUTTON = '/checkout/button?amount=45000&currency=EUR'
const [STRANGER, BUYER, OTHER] = ['127.0.0.2', '127.0.0.3', '127.0.0.4']

let server: StoreServer
before(async () => {
  server = await startStores(2, {
    RATE_LIMIT: '1',
    RATE_BURST: '20',
    PUBLIC_RATE_LIMIT: '1',
    PUBLIC_RATE_BURST: '10',
    CHECKOUT_RATE_LIMIT: '2',
    FAILED_AUTH_LIMIT: '3',
    CONNECTIONS_MAX: '100',
    TRUSTED_PROXIES: '127.0.0.100',
  })
})
after(() => server.remove())

type Sent = {
  readonly method?: string
  readonly path: string
  readonly key?: string
  readonly from?: string
  readonly forwarded?: string
  readonly body?: unknown
}

async function send({ method = 'GET', path, key, from = BUYER, forwarded, body }: Sent) {
  const { hostname, port } = new URL(server.baseUrl)
  const sent = request({
    ...{ hostname, port, method, path, localAddress: from, agent: false },
    headers: {
      accept: SANDBOX,
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
  })
  sent.end(body === undefined ? undefined : JSON.stringify(body))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const text = await textOf(response)
  const { statusCode: status = 0, headers } = response
  checkDocumented({ method, path, status, headers, text })
  const code: string | undefined = status >= 400 ? JSON.parse(text).error.code : undefined
  return { status, headers, text, code }
}

/** How many answers of each status or code come to so many requests at once. */
async function tally(count: number, sent: Sent): Promise<Record<string, number>> {
  const replies = await Promise.all(Array.from({ length: count }, () => send(sent)))
  const sizes: Record<string, number> = {}
  for (const { status, code, headers } of replies) {
    const name = code ?? String(status)
    sizes[name] = (sizes[name] ?? 0) + 1
    if (status === 429) assert.equal(headers['retry-after'], '1')
  }
  return sizes
}

const [privateKey, publicKey] = [
  (number = 0) => server.stores[number]?.private_key ?? '',
  (number = 0) => server.stores[number]?.public_key ?? '',
]
const unknownKey = () => formatKey('private', randomBytes(32))
/** As the buckets fill again meanwhile. */
function near(count: number | undefined, expected: number): void {
  assert.ok(count !== undefined && count >= expected && count <= expected + 8, `${count}`)
}

test('a stranger who floods with the public key takes nothing from others', async () => {
  const flood = tally(80, { path: BUTTON, key: publicKey(), from: STRANGER })
  const buyers = await tally(8, { path: BUTTON, key: publicKey() })
  const servers = await tally(8, { path: '/orders', key: privateKey(), from: STRANGER })
  assert.deepEqual([buyers, servers], [{ 201: 8 }, { 200: 8 }])
  const { 201: answered, rate_limited: refused } = await flood
  near(answered, 10)
  assert.equal((answered ?? 0) + (refused ?? 0), 80)
})

test('the private keys of a store share a bucket, which no other store shares', async () => {
  const path = '/me/api-keys'
  const body = { name: 'Second', kind: 'private' }
  const made = await send({ method: 'POST', path, key: privateKey(1), body })
  assert.equal(made.status, 201, made.text)
  const second = JSON.parse(made.text).key
  assert.match(String(made.headers.ratelimit), /^"store";r=19;t=1$/)
  assert.equal(made.headers['ratelimit-policy'], '"store";q=20;w=20')
  const first = await tally(40, { path: '/orders', key: privateKey(1) })
  near(first[200], 19)
  const shared = await send({ path: '/orders', key: second })
  assert.deepEqual([shared.status, shared.code], [429, 'rate_limited'])
  assert.match(String(shared.headers.ratelimit), /^"store";r=0;/)
  assert.equal((await send({ path: BUTTON, key: publicKey(1) })).status, 201)
})

test('a buyer may send a limited number of requests with the token of the checkout', async () => {
  const path = '/checkout'
  const key = privateKey()
  const [one, other] = await Promise.all(
    [1, 2].map(async () => {
      const merchant = { notification_url: 'https://shop.example.com/notifications' }
      const body = checkoutBody(newMid(), 40_000, { merchant })
      const made = await send({ method: 'POST', path, key, body })
      assert.equal(made.status, 201, made.text)
      const { id, checkout_url } = JSON.parse(made.text)
      return { path: `/checkout/${id}/offers`, key: new URL(checkout_url).hash.slice(1) }
    }),
  )
  assert.ok(one !== undefined && other !== undefined)
  const { 200: answered, rate_limited: refused } = await tally(40, one)
  near(answered, 4)
  assert.equal((answered ?? 0) + (refused ?? 0), 40)
  const { status, headers } = await send(other)
  assert.deepEqual([status, headers['ratelimit-policy']], [200, '"checkout";q=4;w=2'])
})

test('after too many wrong keys and tokens an address is refused, whatever it tries', async () => {
  const from = OTHER
  const wrong = await Promise.all(
    Array.from({ length: 40 }, () => send({ path: '/orders', key: unknownKey(), from })),
  )
  near(wrong.filter(({ code }) => code === 'key_invalid').length, 3)
  assert.ok(wrong.every(({ code }) => code === 'key_invalid' || code === 'rate_limited'))
  for (const key of [undefined, 'rubbish', unknownKey()]) {
    const { status, headers } = await send({ path: '/orders', key, from } as Sent)
    assert.ok(status === 429 || status === 401)
    if (status === 429) assert.match(String(headers.ratelimit), /^"failures";r=0;/)
  }
  const token = await tally(20, { path: '/checkout/nothing/offers', key: 'x'.repeat(43), from })
  assert.ok((token.rate_limited ?? 0) >= 10)
  // The store's own server behind the same address, and everybody else, are served.
  assert.equal((await send({ path: BUTTON, key: publicKey(1), from })).status, 201)
  assert.equal((await send({ path: '/orders', key: unknownKey() })).code, 'key_invalid')
})

test('with a trusted proxy each client is counted by its own address', async () => {
  const from = '127.0.0.100'
  const ask = { path: BUTTON, key: publicKey(1), from }
  near((await tally(40, { ...ask, forwarded: '9.9.9.9, 203.0.113.1' }))['201'], 10)
  assert.deepEqual(await tally(8, { ...ask, forwarded: '9.9.9.9, 203.0.113.2' }), { 201: 8 })
  near((await tally(20, { ...ask, forwarded: '2001:db8::1' }))['201'], 10)
  assert.equal((await send({ ...ask, forwarded: '2001:db8::2' })).code, 'rate_limited')
  // A stranger's X-Forwarded-For is ignored.
  const claimed = { ...ask, from: '127.0.0.5' }
  await tally(20, { ...claimed, forwarded: '203.0.113.3' })
  assert.equal((await send({ ...claimed, forwarded: '203.0.113.4' })).code, 'rate_limited')
})

function open(localAddress: string): Socket {
  const { hostname, port } = new URL(server.baseUrl)
  const socket = connect({ host: hostname, port: Number(port), localAddress })
  return socket.on('error', () => {})
}

test('an address has a limited number of connections, and others have theirs', async () => {
  const from = '127.0.0.6'
  const sockets = Array.from({ length: 100 }, () => open(from))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const refused = await textOf(open(from))
  assert.match(refused, /^HTTP\/1\.1 429 [\s\S]*Connection: close[\s\S]*"connections_exceeded"/)
  assert.equal((await send({ path: '/healthz', from: '127.0.0.7' })).status, 200)
  const proxies = Array.from({ length: 110 }, () => open('127.0.0.100'))
  await Promise.all(proxies.map((socket) => once(socket, 'connect')))
  assert.equal((await send({ path: '/healthz', from: '127.0.0.100' })).status, 200)
  for (const socket of [...sockets, ...proxies]) socket.destroy()
  // What was closed counts no more.
  const limit = Date.now() + 10_000
  for (;;) {
    const socket = open(from)
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    if ((await textOf(socket)).startsWith('HTTP/1.1 200')) break
    assert.ok(Date.now() < limit, 'the address is still refused')
    await pause(20)
  }
})

test('a client that sends headers or a body drop by drop, or nothing, is cut off', async () => {
  const silent = Array.from({ length: 20 }, () => open('127.0.0.8'))
  const slow = Array.from({ length: 20 }, () => open('127.0.0.8'))
  for (const socket of slow) socket.write('GET /orders HTTP/1.1\r\nHost: a\r\n')
  const dripping = setInterval(() => {
    for (const socket of slow) socket.write('X-More: 1\r\n')
  }, 500)
  try {
    const ends = [...silent, ...slow].map((socket) => textOf(socket).catch(() => ''))
    assert.equal((await send({ path: BUTTON, key: publicKey(1), from: '127.0.0.9' })).status, 201)
    const answers = await Promise.all(ends)
    for (const answer of answers) assert.match(answer, /^HTTP\/1\.1 408 /)
  } finally {
    clearInterval(dripping)
  }
})
