// Bytes on a bare socket: what no client library would send, and what comes too slowly.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { test } from 'node:test'
import { clientOf, ownServer } from '../running-server.ts'

const server = ownServer()

/** All that comes back until the server closes the connection. */
async function send(lines: readonly string[], body = ''): Promise<string> {
  const { hostname, port } = new URL(server.demo.base_url)
  const socket = connect(Number(port), hostname)
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
  return textOf(socket)
}

const close = 'Connection: close'

function errorOf(answer: string): { type: string; message: string; code: string } {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  assert.match(head, /^content-type: application\/json; charset=utf-8$/im)
  assert.match(head, /^x-svc-media-type: svc\.v[13]$/im)
  assert.match(head, /^x-request-id: [0-9a-f]{32}$/im)
  return JSON.parse(body).error
}

const malformed: readonly (readonly [what: string, lines: readonly string[], body?: string])[] = [
  ['two Host headers', ['GET /orders HTTP/1.1', 'Host: a', 'Host: b', close]],
  ['the same Host twice', ['GET /healthz HTTP/1.1', 'Host: a', 'host: a', close]],
  [
    'two Hosts before a quick answer',
    ['GET /checkout/button?a HTTP/1.1', 'Host: a', 'HOST: b', close],
  ],
  ['no Host', ['GET /healthz HTTP/1.1', close]],
  [
    'a length and chunks',
    ['POST /checkout HTTP/1.1', 'Host: a', 'Content-Length: 3', 'Transfer-Encoding: chunked'],
    '0\r\n\r\n',
  ],
  [
    'two lengths',
    ['POST /checkout HTTP/1.1', 'Host: a', 'Content-Length: 3', 'Content-Length: 4'],
    'abc',
  ],
  ['a length that is none', ['POST /checkout HTTP/1.1', 'Host: a', 'Content-Length: -1']],
  ['a header without a name', ['GET /healthz HTTP/1.1', 'Host: a', ': b']],
  ['a folded header', ['GET /healthz HTTP/1.1', 'Host: a', 'X-A: b', ' c']],
  ['no such form of its target', ['GET ftp://a/orders HTTP/1.1', 'Host: a', close]],
  ['a target that is no path', ['GET * HTTP/1.1', 'Host: a', close]],
  ['no path at all', ['GET orders HTTP/1.1', 'Host: a', close]],
  [
    'two keys',
    ['GET /orders HTTP/1.1', 'Host: a', 'Authorization: Bearer a', 'authorization: Bearer b'],
  ],
  [
    'two types of its body',
    [
      'POST /checkout HTTP/1.1',
      'Host: a',
      'Content-Type: application/json',
      'CONTENT-TYPE: application/json',
      'Content-Length: 2',
    ],
    '{}',
  ],
  [
    'chunks in HTTP/1.0',
    ['POST /checkout HTTP/1.0', 'Host: a', 'Transfer-Encoding: chunked'],
    '0\r\n\r\n',
  ],
  [
    'a chunk that is none',
    ['POST /checkout HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked'],
    'zz\r\n',
  ],
]
for (const [what, lines, body] of malformed) {
  test(`a request with ${what} is 400 in our words, and the connection closes`, async () => {
    const answer = await send(lines, body)
    assert.match(answer, /^HTTP\/1\.1 400 /)
    const { type, message, code } = errorOf(answer)
    assert.equal(code, 'request_malformed', message)
    assert.equal(type, 'ApiValidationException')
    assert.match(message, /^The request cannot be read: /)
  })
}

test('HTTP/1.0 needs no Host', async () => {
  assert.match(await send(['GET /healthz HTTP/1.0']), /^HTTP\/1\.1 200 /)
})

test('OPTIONS * lists what the server knows', async () => {
  const answer = await send(['OPTIONS * HTTP/1.1', 'Host: a', close])
  assert.match(answer, /^HTTP\/1\.1 204 /)
  assert.match(answer, /^allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS$/im)
})

// A server that closes while the client still sends is met with a reset, not with an answer.
test('a body far too large is refused after all of it was sent', async () => {
  const ask = clientOf(server)
  const { status, body } = await ask('POST', '/checkout', `"${'x'.repeat(20_000_000)}"`)
  assert.deepEqual([status, body.error.code], [413, 'body_too_large'])
  assert.match(body.error.message, /1048576/)
})

test('headers of more than 16 KiB are 431', async () => {
  const answer = await send(['GET /healthz HTTP/1.1', 'Host: a', `X-A: ${'x'.repeat(20_000)}`])
  assert.match(answer, /^HTTP\/1\.1 431 /)
  assert.equal(errorOf(answer).code, 'headers_too_large')
})

// All wait at once: the body has half a minute.
test('headers or a body that do not arrive are 408', { timeout: 90_000 }, async () => {
  const { hostname, port } = new URL(server.demo.base_url)
  const socket = connect(Number(port), hostname)
  socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n')
  const slowHeaders = textOf(socket)
  const slow = (...more: readonly string[]) =>
    send(
      [
        'POST /v3/checkout HTTP/1.1',
        'Host: a',
        `Authorization: Bearer ${server.demo.private_key}`,
        'Content-Type: application/json',
        'Content-Length: 100',
        ...more,
      ],
      '{"order":',
    )
  const slowBody = slow()
  const slowInXml = slow('Accept: application/vnd.svc.sandbox+xml')
  for (const answer of await Promise.all([slowHeaders, slowBody])) {
    assert.match(answer, /^HTTP\/1\.1 408 /)
    const { type, code } = errorOf(answer)
    assert.equal(type, 'RequestTimeoutException')
    assert.equal(code, 'request_timeout')
  }
  const inXml = await slowInXml
  assert.match(inXml, /^HTTP\/1\.1 408 /)
  assert.match(inXml, /^content-type: application\/xml; charset=utf-8$/im)
  assert.match(inXml, /^x-svc-media-type: svc\.v3$/im)
  assert.match(inXml, /<code>request_timeout<\/code>/)
})
