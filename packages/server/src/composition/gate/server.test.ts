// The parts of every answer on the wire, and requests that go wrong half-way.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import Type from 'typebox'
import { serviceOn } from '../../../../../test/fixtures/test-service.ts'
import type { Database } from '../../platform/database/database.ts'
import { Refused } from '../../platform/refusal.ts'
import { answer, NO_CONTENT, openRoute, type Page } from '../../tenancy/caller/route.ts'
import { createServer } from './server.ts'

const doc = { operation: 'answer', summary: 'What the test says', answers: {} }
const plain = { 'content-type': 'text/plain' }
/** More than the system takes before its client reads. */
const LARGE = 20_000_000
const noted: { readonly details: object; readonly message: string }[] = []
/** The requests that wait for the test, and what lets each go on. */
let waiting: (() => void)[] = []
/** How many streams were ended, by their reader or by themselves. */
let ended = 0

async function* parts(failsAt: number, last = 3): AsyncGenerator<string> {
  try {
    for (let part = 1; part <= last; part++) {
      if (part === failsAt) throw new Error('a part that cannot be made')
      yield `part ${part}\n`
      await pause(1)
    }
  } finally {
    ended++
  }
}

async function* lateParts(): AsyncGenerator<string> {
  await new Promise<void>((resolve) => waiting.push(resolve))
  yield* parts(0, 1e9)
}

const pageOf =
  (content: Page['content'], headers: Record<string, string> = plain) =>
  async () => ({
    content,
    headers,
  })
const routes = [
  openRoute({ method: 'GET', path: '/', doc, handle: async () => answer(200, { at: 'root' }) }),
  openRoute({
    method: 'GET',
    path: '/named/:name/of/:other',
    doc,
    handle: async ({ params, search, slashed }) => answer(200, { ...params, search, slashed }),
  }),
  openRoute({ method: 'GET', path: '/none', doc, handle: async () => NO_CONTENT }),
  openRoute({ method: 'GET', path: '/page', doc, handle: pageOf('a page') }),
  openRoute({ method: 'GET', path: '/empty', doc, handle: pageOf('') }),
  openRoute({ method: 'GET', path: '/bytes', doc, handle: pageOf(Buffer.from('\xff', 'latin1')) }),
  openRoute({ method: 'GET', path: '/large', doc, handle: pageOf(Buffer.alloc(LARGE + 1e6)) }),
  openRoute({ method: 'GET', path: '/parts', doc, handle: async () => pageOf(parts(0))() }),
  openRoute({ method: 'GET', path: '/parts/1', doc, handle: async () => pageOf(parts(1))() }),
  openRoute({ method: 'GET', path: '/parts/3', doc, handle: async () => pageOf(parts(3))() }),
  openRoute({ method: 'GET', path: '/endless', doc, handle: async () => pageOf(parts(0, 1e9))() }),
  openRoute({ method: 'GET', path: '/late', doc, handle: async () => pageOf(lateParts())() }),
  openRoute({
    method: 'GET',
    path: '/throws',
    doc,
    handle() {
      throw new Error('nobody expected this')
    },
  }),
  openRoute({
    method: 'GET',
    path: '/rejects',
    doc,
    handle: () => Promise.reject(new Error('nor this')),
  }),
  openRoute({ method: 'GET', path: '/throws-nothing', doc, handle: () => Promise.reject() }),
  openRoute({
    method: 'GET',
    path: '/refuses',
    doc,
    handle: () => Promise.reject(new Refused('order_not_found', { fields: { order__id: ['x'] } })),
  }),
  openRoute({
    method: 'GET',
    path: '/waits',
    doc,
    handle: async () => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      return answer(200, { at: 'last' })
    },
  }),
  openRoute({
    method: 'POST',
    path: '/echo',
    doc,
    bodyBytesMax: 64,
    body: Type.Object({ text: Type.Optional(Type.String()) }),
    handle: async ({ body }) => answer(200, body),
  }),
  openRoute({ method: 'DELETE', path: '/echo', doc, handle: async () => NO_CONTENT }),
]

type App = ReturnType<typeof createServer>
let app: App
let port: number

function newApp(): App {
  const log = {
    error: (details: object, message: string) => void noted.push({ details, message }),
    warn: () => {},
    info: () => {},
  }
  const service = { ...serviceOn({} as Database), baseUrl: () => 'http://a', log }
  return createServer(service, routes, () => () => false)
}

const portOf = (served: App, host = '127.0.0.1') => served.listen({ port: 0, host })

before(async () => {
  app = newApp()
  port = await portOf(app)
})
beforeEach(() => {
  noted.length = 0
  waiting = []
  ended = 0
})
after(() => app.close())

const open = (to = port): Socket => connect(to, '127.0.0.1').on('error', () => {})

/** All that comes back until the server closes the connection. */
function exchange(bytes: string | Buffer, to = port): Promise<string> {
  const socket = open(to)
  socket.write(bytes)
  return textOf(socket)
}

const head = (first: string, ...headers: readonly string[]): string =>
  [`${first} HTTP/1.1`, 'Host: a', ...headers, '\r\n'].join('\r\n')
const closing = (first: string, ...headers: readonly string[]): string =>
  head(first, 'Connection: close', ...headers)
const JSON_BODY = 'Content-Type: application/json'

const statusesIn = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
const bodyIn = (text: string) => JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4))

/** Without the members that are new each time. */
const lasting = (text: string): string =>
  text.replace(/^(x-request-id: |Date: ).*$/gm, '$1…').replace(/[0-9a-f]{32}/, '…')

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const limit = Date.now() + 20_000
  while (!(await holds())) {
    assert.ok(Date.now() < limit, 'it did not come to pass')
    await pause(5)
  }
}

const connected = ({ server }: App) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))

const marker = ['x-svc-media-type: svc.v1', 'x-request-id: …']
const safety = ['cache-control: no-store', 'x-content-type-options: nosniff']
const json = 'content-type: application/json; charset=utf-8'
const ofJson = (length: number) => [
  ...[...marker, ...safety, 'vary: Accept', json],
  `content-length: ${length}`,
]
const error = (type: string, message: string, code: string) =>
  `{"error":{"type":"${type}","message":"${message}","code":"${code}","request_id":"…"}}`
const ends = ['Date: …', 'Connection: close']
const failed = error('ServerException', 'Something went wrong on our side', 'internal_error')
const nowhere = error('ObjectNotFoundException', 'There is nothing at this path', 'path_not_found')

// Request, first line of the answer, its headers in their order, its body.
const wholeAnswers: readonly (readonly [string, string, readonly string[], string])[] = [
  ['GET /', '200 OK', [...ofJson(13), ...ends], '{"at":"root"}'],
  ['HEAD /', '200 OK', [...ofJson(13), ...ends], ''],
  ['GET /none', '204 No Content', [...marker, ...safety, 'vary: Accept', ...ends], ''],
  ['HEAD /none', '204 No Content', [...marker, ...safety, 'vary: Accept', ...ends], ''],
  [
    'GET /page',
    '200 OK',
    [...marker, ...safety, 'content-type: text/plain', 'content-length: 6', ...ends],
    'a page',
  ],
  [
    'HEAD /page',
    '200 OK',
    [...marker, ...safety, 'content-type: text/plain', 'content-length: 6', ...ends],
    '',
  ],
  [
    'GET /empty',
    '200 OK',
    [...marker, ...safety, 'content-type: text/plain', 'content-length: 0', ...ends],
    '',
  ],
  [
    'GET /parts',
    '200 OK',
    [...marker, ...safety, 'content-type: text/plain', ...ends, 'Transfer-Encoding: chunked'],
    '7\r\npart 1\n\r\n7\r\npart 2\n\r\n7\r\npart 3\n\r\n0\r\n\r\n',
  ],
  ['HEAD /parts', '200 OK', [...marker, ...safety, 'content-type: text/plain', ...ends], ''],
  ['GET /throws', '500 Internal Server Error', [...ofJson(153), ...ends], failed],
  ['GET /rejects', '500 Internal Server Error', [...ofJson(153), ...ends], failed],
  ['GET /throws-nothing', '500 Internal Server Error', [...ofJson(153), ...ends], failed],
  ['HEAD /throws', '500 Internal Server Error', [...ofJson(153), ...ends], ''],
  [
    'GET /parts/1',
    '500 Internal Server Error',
    [...marker, ...safety, json, 'vary: Accept', 'content-length: 153', ...ends],
    failed,
  ],
  ['GET /nowhere', '404 Not Found', [...ofJson(158), ...ends], nowhere],
  ['HEAD /nowhere', '404 Not Found', [...ofJson(158), ...ends], ''],
  [
    'PUT /echo',
    '405 Method Not Allowed',
    ['allow: POST, DELETE, OPTIONS', ...ofJson(162), ...ends],
    error('MethodNotAllowedException', 'Method PUT not allowed here', 'method_not_allowed'),
  ],
  [
    'OPTIONS /echo',
    '204 No Content',
    ['allow: POST, DELETE, OPTIONS', ...marker, ...safety, 'vary: Accept', ...ends],
    '',
  ],
]
for (const [first, status, headers, body] of wholeAnswers) {
  test(`${first} is answered with these headers in this order, and no others`, async () => {
    const text = lasting(await exchange(closing(first)))
    assert.equal(text, [`HTTP/1.1 ${status}`, ...headers, '', body].join('\r\n'))
  })
}

test('failures are logged once with their cause, refusals are not', async () => {
  for (const path of ['/throws', '/rejects', '/throws-nothing', '/parts/1']) {
    noted.length = 0
    const [, id] = /x-request-id: (\S+)/.exec(await exchange(closing(`GET ${path}`))) ?? []
    const [first, ...others] = noted
    assert.deepEqual(others, [])
    assert.equal(first?.message, 'request failed')
    const { request_id, method, route } = first.details as Record<string, unknown>
    assert.deepEqual([request_id, method, route], [id, 'GET', path])
  }
  noted.length = 0
  for (const path of ['/refuses', '/nowhere', '/named/%zz/of/b']) {
    await exchange(closing(`GET ${path}`))
  }
  assert.deepEqual(noted, [])
})

test('an answer that fails half-way ends without its end', async () => {
  const text = await exchange(head('GET /parts/3') + closing('GET /'))
  assert.match(text, /part 2\n\r\n$/)
  assert.doesNotMatch(text, /\r\n0\r\n/)
  assert.equal(ended, 1)
  await until(() => noted.length === 1)
})

test('a stream that is no longer read is ended', async () => {
  const socket = open()
  socket.write(head('GET /endless'))
  await once(socket, 'data')
  socket.destroy()
  await until(() => ended === 1)
  assert.match(await exchange(closing('HEAD /endless')), /^HTTP\/1\.1 200 OK/)
  assert.deepEqual([ended, noted], [1, []])
})

test('a stream whose reader left before its first part is ended', async () => {
  const socket = open()
  socket.write(head('GET /late'))
  await until(() => waiting.length === 1)
  socket.destroy()
  await until(async () => (await connected(app)) === 0)
  waiting[0]?.()
  await until(() => ended === 1)
  assert.deepEqual(noted, [])
})

// The name in the path, as it is there, and as the route reads it.
const names: readonly (readonly [string, string])[] = [
  ['plain', 'plain'],
  ['a%2Fb', 'a/b'],
  ['%2F', '/'],
  ['%25', '%'],
  ['a%252Fb', 'a%2Fb'],
  ['%3F%23%26', '?#&'],
  ['%E2%82%AC', '€'],
  ['%e2%82%ac', '€'],
  ['a+b', 'a+b'],
  ['a%2Bb', 'a+b'],
  ['a%20b', 'a b'],
  ['a;b=c', 'a;b=c'],
  ['..', '..'],
  ['%2e%2e', '..'],
  ['*', '*'],
  [':name', ':name'],
  ['__proto__', '__proto__'],
  ['%00', '\0'],
  ['x'.repeat(8_000), 'x'.repeat(8_000)],
  ['%25'.repeat(2_500), '%'.repeat(2_500)],
]
for (const [sent, name] of names) {
  test(`the name ${sent.slice(0, 20)} in a path arrives as ${name.slice(0, 20)}`, async () => {
    const text = await exchange(closing(`GET /named/${sent}/of/b?q=%zz1`.replace('%zz', '%20')))
    assert.deepEqual(bodyIn(text), { name, other: 'b', search: '?q=%201', slashed: false })
  })
}

test('slashes, versions, hosts and queries lead to one route; another case does not', async () => {
  const same = ['/named/a/of/b/', '//named//a///of/b', '/v1/named/a/of/b', 'http://x/named/a/of/b']
  same.push(
    '/%6Eamed/a/%6ff/b',
    'HTTPS://X:1/v2//named/a/of/b/',
    '/named/a/of/b#c',
    '/named/a/of/b?',
  )
  for (const path of same) {
    const { name, other } = bodyIn(await exchange(closing(`GET ${path}`)))
    assert.deepEqual([name, other], ['a', 'b'], path)
  }
  const others = [
    '/NAMED/a/of/b',
    '/named/a/OF/b',
    '/named/a/of',
    '/named/a/of/b/c',
    '/named//of/b',
  ]
  others.push('/named%2Fa/of/b', '/./named/a/of/b', '/v1000/named/a/of/b', '/v1/v1/named/a/of/b')
  for (const path of others) {
    assert.deepEqual(statusesIn(await exchange(closing(`GET ${path}`))), [404], path)
  }
  for (const path of ['/named/%/of/b', '/named/%ff/of/b', '/%zz', '/nowhere/%E0%A4%A']) {
    const { code, message } = bodyIn(await exchange(closing(`GET ${path}`))).error
    assert.equal(code, 'request_malformed', path)
    assert.match(message, /the path is not percent-encoded/)
  }
})

test('a body is accepted up to its limit, announced or in chunks, with trailers', async () => {
  const text = (length: number) => JSON.stringify({ text: 'x'.repeat(length - 11) })
  const chunked = (body: string) =>
    `${body.length.toString(16)}\r\n${body}\r\n0\r\nX-Sum: 1\r\n\r\n`
  const chunks = closing('POST /echo', JSON_BODY, 'Transfer-Encoding: chunked')
  const sized = (length: number) => closing('POST /echo', JSON_BODY, `Content-Length: ${length}`)
  for (const whole of [sized(64) + text(64), chunks + chunked(text(64))]) {
    assert.deepEqual(bodyIn(await exchange(whole)), { text: 'x'.repeat(53) })
  }
  for (const larger of [sized(65) + text(65), chunks + chunked(text(65))]) {
    const { code, message } = bodyIn(await exchange(larger)).error
    assert.equal(code, 'body_too_large')
    assert.match(message, /64 bytes/)
  }
})

test('a connection can be used after a body that was too large or not read', async () => {
  const large = `${head('POST /echo', JSON_BODY, 'Content-Length: 100000')}${'x'.repeat(100_000)}`
  const unread = `${head('GET /', 'Content-Length: 7')}{"a":1}`
  const elsewhere = `${head('POST /nowhere', 'Content-Length: 7')}{"a":1}`
  const all = [large, unread, elsewhere, closing('GET /')].join('')
  assert.deepEqual(statusesIn(await exchange(all)), [413, 200, 404, 200])
})

test('a body shorter than announced is 400, further bytes are another request', async () => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.end(`${head('POST /echo', JSON_BODY, 'Content-Length: 9')}{"a"`)
  const shorter = await textOf(socket)
  assert.deepEqual(statusesIn(shorter), [400])
  assert.equal(bodyIn(shorter).error.code, 'request_malformed')
  const longer = `${head('POST /echo', JSON_BODY, 'Content-Length: 2')}{}rest`
  assert.deepEqual(statusesIn(await exchange(longer)), [200, 400])
})

test('an unknown path or method is refused, whatever its body claims to be', async () => {
  const announced = ['Content-Type: no type', 'Content-Length: 2000000']
  for (const [first, status] of [
    ['POST /nowhere', 404],
    ['PUT /echo', 405],
  ] as const) {
    assert.deepEqual(statusesIn(await exchange(closing(first, ...announced))), [status])
  }
  assert.deepEqual(statusesIn(await exchange(closing('OPTIONS /echo', ...announced))), [204])
})

test('clients that disconnect leave nothing behind, at any point', async () => {
  const begun = [
    head('POST /echo', JSON_BODY, 'Content-Length: 50'),
    `${head('POST /echo', JSON_BODY, 'Transfer-Encoding: chunked')}5\r\n{"a`,
    head('GET /waits'),
    head('GET /waits') + head('GET /waits'),
    'GET /waits HTTP/1.1\r\nHost',
  ]
  for (const bytes of begun) {
    const socket = open()
    socket.write(bytes)
    await pause(20)
    socket.resetAndDestroy()
  }
  await until(async () => (await connected(app)) === 0)
  for (const go of waiting) go()
  assert.deepEqual(statusesIn(await exchange(closing('GET /'))), [200])
  assert.deepEqual(noted, [])
})

test('a hundred pipelined requests on a connection are answered in order', async () => {
  const paths = ['/', '/nowhere', '/none', '/throws', '/parts', '/%zz', '/empty', '/refuses']
  const statuses = [200, 404, 204, 500, 200, 400, 200, 404]
  const sent = Array.from({ length: 100 }, (_, index) => paths[index % paths.length] ?? '')
  const all = sent.map((path) => head(`GET ${path}`)).join('') + closing('GET /')
  const expected = sent.map((_, index) => statuses[index % statuses.length])
  assert.deepEqual(statusesIn(await exchange(all)), [...expected, 200])
})

test('an unknown upgrade is a request like any other', async () => {
  const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
  const socket = open()
  socket.setEncoding('utf8').write(head('GET /', ...upgrade))
  const [first] = (await once(socket, 'data')) as [string]
  assert.match(first, /^HTTP\/1\.1 200 OK/)
  assert.deepEqual(bodyIn(first), { at: 'root' })
  socket.destroy()
})

test('a header of 100 kB is 431, and the connection closes', async () => {
  const text = await exchange(head('GET /', `X-A: ${'x'.repeat(100_000)}`))
  assert.deepEqual(statusesIn(text), [431])
})

test('a closing server answers requests in progress and ends idle connections', async () => {
  const stopping = newApp()
  const to = await portOf(stopping)
  const idle: Socket[] = []
  // At most as many as may wait to be accepted; every other one has never sent a request.
  while (idle.length < 1_000) {
    const [asking, silent] = [open(to), open(to)]
    asking.write(head('GET /'))
    await Promise.all([once(asking, 'data'), once(silent, 'connect')])
    idle.push(asking, silent)
  }
  await until(async () => (await connected(stopping)) === 1_000)
  const last = exchange(closing('GET /waits'), to)
  await until(() => waiting.length === 1)
  const over = Promise.all(
    idle.map((socket) => new Promise((resolve) => socket.resume().once('close', resolve))),
  )
  let closed = false
  const close = stopping.close().then(() => {
    closed = true
  })
  await over
  const refused = connect(to, '127.0.0.1')
  const [cause] = (await once(refused, 'error')) as [NodeJS.ErrnoException]
  assert.equal(cause.code, 'ECONNREFUSED')
  assert.equal(closed, false)
  waiting[0]?.()
  assert.deepEqual(bodyIn(await last), { at: 'last' })
  await close
})

test('a closing server does not wait for clients that keep connections open', async () => {
  const stopping = newApp()
  const socket = open(await portOf(stopping))
  socket.write(head('GET /waits'))
  const text = textOf(socket)
  await until(() => waiting.length === 1)
  const close = stopping.close()
  waiting[0]?.()
  await close
  assert.deepEqual(statusesIn(await text), [200])
})

test('a slowly read answer is complete, though the server closes', async () => {
  const stopping = newApp()
  const socket = open(await portOf(stopping))
  socket.write(head('GET /large'))
  await once(socket, 'data')
  socket.pause()
  const close = stopping.close()
  await pause(200)
  let length = 0
  socket.on('data', (chunk: Buffer) => {
    length += chunk.length
  })
  socket.resume()
  await once(socket, 'close')
  await close
  assert.ok(length > LARGE, `${length} bytes`)
})

test('clients who read or send nothing more hold up a server that closes no longer', async () => {
  const stopping = newApp()
  const to = await portOf(stopping)
  const reads = open(to)
  reads.write(head('GET /large'))
  await once(reads, 'data')
  reads.pause()
  const sends = [
    'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{',
    'GET / HTTP/1.1\r\nHo',
  ]
  for (const text of sends) open(to).write(text)
  await until(async () => (await connected(stopping)) === 1 + sends.length)
  const worked = exchange(closing('GET /waits'), to)
  await until(() => waiting.length === 1)
  const close = stopping.close(0)
  await until(async () => (await connected(stopping)) === 1)
  waiting[0]?.()
  await close
  assert.deepEqual(statusesIn(await worked), [200], 'what is worked on is answered')
})

test('localhost is every address of that name', async () => {
  const local = newApp()
  const to = await portOf(local, 'localhost')
  assert.deepEqual(statusesIn(await exchange(closing('GET /'), to)), [200])
  await local.close()
})

test('a port that is taken is an error', async () => {
  await assert.rejects(newApp().listen({ port, host: '127.0.0.1' }), { code: 'EADDRINUSE' })
})
