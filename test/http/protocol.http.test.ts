// The rules that every request meets: versions, modes, paths, methods, bodies (contract §1).
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { test } from 'node:test'
import { formatKey } from '../../packages/server/src/tenancy/api-keys/key-format.ts'
import {
  checkoutBody,
  clientOf,
  confirmedOrder,
  newMid,
  ownServer,
  startServer,
  type Wire,
  type WireReply,
  wire,
} from '../running-server.ts'

const SANDBOX = 'application/vnd.svc.sandbox.v1+json'
const server = ownServer()
const client = clientOf(server)

type Ask = Omit<Wire, 'headers'> & { readonly headers?: Record<string, string | null> }

/** With the private key and the sandbox; a header that is null is left out. */
function ask({ headers = {}, ...rest }: Ask): Promise<WireReply> {
  const all = { accept: SANDBOX, authorization: `Bearer ${server.demo.private_key}`, ...headers }
  const sent = Object.entries(all).filter(
    (header): header is [string, string] => header[1] !== null,
  )
  return wire(server, { ...rest, headers: Object.fromEntries(sent) })
}

const json = { 'content-type': 'application/json' }
const post = (path: string, body: string | Buffer, headers: Record<string, string | null> = json) =>
  ask({ method: 'POST', path, body, headers })
const checkoutText = (more: Record<string, unknown> = {}): string =>
  JSON.stringify(checkoutBody(newMid(), 50_000, more))

// Accept, URL, status, marker.
const negotiations: readonly (readonly [string | null, string, number, string])[] = [
  [null, '/orders', 200, 'svc.v1'],
  ['*/*', '/orders', 200, 'svc.v1'],
  ['application/*', '/orders', 200, 'svc.v1'],
  ['application/json', '/orders', 200, 'svc.v1'],
  ['APPLICATION/JSON', '/orders', 200, 'svc.v1'],
  ['application/json; charset=utf-8', '/orders', 200, 'svc.v1'],
  ['application/vnd.svc+json', '/orders', 200, 'svc.v1'],
  ['application/vnd.svc.v1+json', '/orders', 200, 'svc.v1'],
  ['application/vnd.svc.v2+json', '/orders', 200, 'svc.v2'],
  ['application/vnd.svc.v3+json', '/orders', 200, 'svc.v3'],
  ['application/vnd.svc.v4+json', '/orders', 200, 'svc.v4'],
  ['application/vnd.svc.sandbox+json', '/orders', 200, 'svc.v1'],
  ['application/vnd.svc.sandbox.v4+json', '/orders', 200, 'svc.v4'],
  ['application/json', '/v2/orders', 200, 'svc.v2'],
  [null, '/v3/orders', 200, 'svc.v3'],
  ['application/vnd.svc.sandbox+json', '/v4/orders', 200, 'svc.v4'],
  ['application/vnd.svc.sandbox.v3+json', '/v3/orders', 200, 'svc.v3'],
  ['text/html, application/json;q=0.5', '/orders', 200, 'svc.v1'],
  ['text/html,application/xhtml+xml,*/*;q=0.8', '/orders', 200, 'svc.v1'],
  ['application/json;q=0.1, application/vnd.svc.v2+json;q=0.9', '/orders', 200, 'svc.v2'],
  ['application/vnd.svc.v9+json, application/vnd.svc.v2+json;q=0.3', '/orders', 200, 'svc.v2'],
  ['application/vnd.svc.v3+json', '/v1/orders', 406, 'svc.v1'],
  ['application/vnd.svc.sandbox.v1+json', '/v4/orders', 406, 'svc.v1'],
  ['application/vnd.svc.v5+json', '/orders', 406, 'svc.v1'],
  ['application/vnd.svc.v0+json', '/orders', 406, 'svc.v1'],
  ['application/vnd.svc.v11+json', '/orders', 406, 'svc.v1'],
  ['application/json', '/v5/orders', 406, 'svc.v1'],
  ['application/xml', '/orders', 200, 'svc.v1'],
  ['application/vnd.svc.v2+xml', '/orders', 200, 'svc.v2'],
  ['application/vnd.svc.sandbox.v1+xml', '/orders', 200, 'svc.v1'],
  ['application/vnd.svc.v2+xml', '/v1/orders', 406, 'svc.v1'],
  ['text/html', '/orders', 406, 'svc.v1'],
  ['application/vnd.other.v1+json', '/orders', 406, 'svc.v1'],
  ['application/json;q=0', '/orders', 406, 'svc.v1'],
  ['*/*, application/json;q=0', '/orders', 200, 'svc.v1'],
  [',', '/orders', 406, 'svc.v1'],
]
for (const [accept, path, status, marker] of negotiations) {
  test(`Accept ${accept} on ${path} is ${status} and marked ${marker}`, async () => {
    const reply = await ask({ path, headers: { accept } })
    assert.equal(reply.status, status, reply.text)
    assert.equal(reply.headers['x-svc-media-type'], marker)
    if (status !== 406 || accept?.includes('xml')) return
    assert.equal(reply.body.error.code, 'accept_unsupported')
    assert.match(reply.body.error.message, /application\/vnd\.svc\.v1\+json/)
    assert.match(reply.body.error.message, /application\/vnd\.svc\.sandbox\.v1\+json/)
  })
}

test('objects of the sandbox are never seen in live mode, under either name', async () => {
  const { id, mid } = await confirmedOrder(client, 40_000)
  const live = clientOf(server, { accept: 'application/vnd.svc.v1+json' })
  for (const name of [id, mid]) {
    assert.equal((await client('GET', `/orders/${name}`)).status, 200)
    assert.equal((await live('GET', `/orders/${name}`)).status, 404)
    assert.equal((await live('GET', `/orders/${name}/captures`)).status, 404)
    assert.equal((await live('POST', `/orders/${name}/captures`, { amount: 1 })).status, 404)
    assert.equal((await live('POST', `/orders/${name}/cancel`)).status, 404)
  }
  assert.equal((await live('GET', `/checkout/${id}`)).status, 404)
  assert.equal((await live('GET', `/checkout/${id}/status`)).status, 404)
  const inLive = await live('POST', '/checkout', checkoutBody(mid, 40_000))
  assert.equal(inLive.status, 201, 'the name is free in the other mode')
  assert.equal((await client('GET', `/orders/${inLive.body.id}`)).status, 404)
  assert.equal((await client('GET', `/orders/${mid}`)).body.id, id)
  assert.equal((await live('GET', `/orders/${mid}`)).body.sandbox, false)
})

test('the demo lists its own orders in each mode and never those of the other', async () => {
  for (const accept of [SANDBOX, 'application/json']) {
    const { body } = await clientOf(server, { accept })('GET', '/orders?page_size=100')
    assert.ok(body.results.length >= 10)
    for (const order of body.results) assert.equal(order.sandbox, accept === SANDBOX)
  }
})

test('a path answers the same however many slashes it has', async () => {
  const plain = await ask({ path: '/orders?page_size=2' })
  for (const path of ['/orders/', '//orders', '//orders/', '/v1/orders', '/v1//orders/']) {
    const reply = await ask({ path: `${path}?page_size=2` })
    assert.equal(reply.status, 200, path)
    assert.equal(reply.headers.location, undefined)
    const { cursor, results } = plain.body
    assert.deepEqual([reply.body.cursor, reply.body.results], [cursor, results])
  }
})

test('HEAD answers as GET does, without the body', async () => {
  const { id } = await confirmedOrder(client, 40_000)
  const paths = ['/orders', `/orders/${id}`, `/orders/${id}/captures`, `/orders/${id}/void`]
  paths.push(`/orders/${id}/refund`, `/checkout/${id}`, `/checkout/${id}/status`)
  paths.push('/healthz', '/readyz', '/orders/missing', '/nowhere')
  for (const path of paths) {
    const got = await ask({ path })
    const head = await ask({ method: 'HEAD', path })
    assert.equal(head.status, got.status, path)
    assert.equal(head.text, '')
    assert.equal(head.headers['content-type'], got.headers['content-type'])
    assert.equal(head.headers['x-svc-media-type'], got.headers['x-svc-media-type'])
    assert.equal(head.headers['content-length'], got.headers['content-length'], path)
  }
})

const methodsOf: readonly (readonly [string, readonly string[]])[] = [
  ['/checkout', ['POST']],
  ['/checkout/x', ['GET', 'HEAD']],
  ['/checkout/x/status', ['GET', 'HEAD']],
  ['/checkout/x/offers', ['GET', 'HEAD']],
  ['/checkout/x/buyer', ['PUT']],
  ['/checkout/x/accept', ['POST']],
  ['/checkout/x/dismiss', ['POST']],
  ['/sandbox/checkouts/x/complete', ['POST']],
  ['/orders', ['GET', 'HEAD']],
  ['/orders/x', ['GET', 'HEAD', 'PUT', 'PATCH']],
  ['/orders/x/cancel', ['POST']],
  ['/orders/x/captures', ['GET', 'HEAD', 'POST']],
  ['/orders/x/void', ['GET', 'HEAD', 'POST']],
  ['/orders/x/refund', ['GET', 'HEAD', 'POST']],
  ['/orders/x/refund-extended', ['POST']],
  ['/orders/x/captures/y/refunds', ['GET', 'HEAD', 'POST']],
  ['/me/notification-secret', ['POST']],
  ['/healthz', ['GET', 'HEAD']],
  ['/readyz', ['GET', 'HEAD']],
]
const ALL = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'TRACE']
for (const [path, methods] of methodsOf) {
  test(`${path} allows ${methods.join(', ')} and says so to all others`, async () => {
    const expected = [...methods, 'OPTIONS'].sort()
    const listed = (reply: WireReply) => reply.headers.allow?.split(/, */).sort()
    const options = await wire(server, { method: 'OPTIONS', path })
    assert.equal(options.status, 204)
    assert.equal(options.text, '')
    assert.deepEqual(listed(options), expected)
    for (const method of ALL.filter((each) => !methods.includes(each))) {
      const reply = await ask({ method, path })
      assert.equal(reply.status, 405, `${method}: ${reply.text}`)
      assert.deepEqual(listed(reply), expected, method)
      if (method === 'HEAD') continue
      assert.match(reply.body.error.message, /not allowed/)
      assert.equal(reply.body.error.type, 'MethodNotAllowedException')
    }
  })
}

test('an unknown path is 404 without fields, whatever the method', async () => {
  for (const path of ['/nowhere', '/v1/nowhere', '/orders/x/nowhere', '/order', '/v1/v1/orders']) {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PROPFIND']) {
      const { status, body } = await ask({ method, path })
      assert.equal(status, 404, `${method} ${path}`)
      assert.equal(body.error.code, 'path_not_found')
      assert.ok(!('fields' in body.error))
    }
  }
})

const accepted = [
  'application/json',
  'Application/JSON',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
  'application/vnd.svc+json',
  'application/vnd.svc.v1+json',
  'application/vnd.svc.sandbox.v3+json; charset=utf8',
]
for (const type of accepted) {
  test(`a body of Content-Type ${type} is read`, async () => {
    const { status, text } = await post('/checkout', checkoutText(), { 'content-type': type })
    assert.equal(status, 201, text)
  })
}
const refused = [
  null,
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/vnd.other.v1+json',
  'application/vnd.svc.v9+json',
  'application/vnd.svcs.v1+json',
  'application/merge-patch+json',
  'application/*+json',
  'application/json; charset=iso-8859-1',
  'application/jsonx',
  'garbage',
]
for (const type of refused) {
  test(`a body of Content-Type ${type} is 415`, async () => {
    const { status, body } = await post('/checkout', checkoutText(), { 'content-type': type })
    assert.equal(status, 415)
    assert.equal(body.error.type, 'UnsupportedMediaTypeException')
    assert.match(body.error.message, /send Content-Type: application\/json/)
  })
}

test('a JSON Content-Type without a body is fine where none is needed', async () => {
  const { mid } = await confirmedOrder(client, 40_000)
  assert.equal((await ask({ path: '/orders', headers: json })).status, 200)
  assert.equal((await ask({ path: `/orders/${mid}`, headers: json })).status, 200)
  assert.equal((await ask({ method: 'DELETE', path: '/orders', headers: json })).status, 405)
  const path = `/orders/${mid}/cancel`
  assert.equal((await ask({ method: 'POST', path, headers: json })).status, 204)
  const empty = { ...json, 'content-length': '0' }
  const again = await ask({ method: 'POST', path, headers: empty })
  assert.equal(again.body.error.code, 'order_cancelled')
})

test('no body where one is needed is 400, with and without Content-Type', async () => {
  const { mid } = await confirmedOrder(client, 40_000)
  for (const headers of [{}, json]) {
    for (const path of ['/checkout', `/orders/${mid}/captures`]) {
      const { status, body } = await ask({ method: 'POST', path, headers })
      assert.equal(status, 400)
      assert.equal(body.error.type, 'ApiValidationException')
      assert.ok(body.error.fields.body.length > 0)
    }
  }
})

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const withMeta = (meta: string): string => checkoutText().replace(/\}$/, `,"meta":${meta}}`)
const malformed: Readonly<Record<string, string | Buffer>> = {
  'an open brace': '{',
  'no JSON at all': 'nope',
  'blanks only': '  \n ',
  'a trailing comma': '{"amount":1,}',
  'single quotes': "{'amount':1}",
  'a leading zero': '{"amount":01}',
  'a plus sign': '{"amount":+1}',
  'not a number': '{"amount":NaN}',
  'two values': '{"amount":1}{"amount":1}',
  'a comment': '{"amount":1/**/}',
  'a name of 256 characters': `{"${'n'.repeat(256)}":1}`,
  'bytes that are not UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
  'half a surrogate pair': '{"amount":1,"note":"\\ud800"}',
  'an escaped NUL': '{"amount":1,"note":"\\u0000"}',
  'the same key twice': '{"amount":1,"amount":2}',
  'the same key twice, once escaped': '{"amount":1,"\\u0061mount":2}',
  'the same key twice, deep inside': '{"amount":1,"meta":{"a":[{"b":1,"b":1}]}}',
  '__proto__ as a key': '{"amount":1,"__proto__":{"a":1}}',
  '__proto__ as a key, escaped': '{"amount":1,"\\u005f_proto__":1}',
  'nesting of 33 levels': nested(33),
  'nesting of 33 lists': `${'['.repeat(33)}${']'.repeat(33)}`,
  'nesting of 100,000 levels': nested(100_000),
}
for (const [what, body] of Object.entries(malformed)) {
  test(`a body with ${what} is 400 and says where`, async () => {
    const reply = await post('/orders/nowhere/captures', body)
    assert.equal(reply.status, 400, reply.text)
    assert.equal(reply.body.error.code, 'body_malformed')
    const sentences = Object.values(reply.body.error.fields).flat()
    assert.ok(sentences.length > 0 && sentences.every((each) => typeof each === 'string'))
  })
}

test('meta holds any JSON, down to 32 levels, and comes back', async () => {
  for (const meta of [nested(31), '[1.5,-2e3,null,"",{},[],false]', '{"":{"a b":[[]]}}', '"x"']) {
    const created = await post('/checkout', withMeta(meta))
    assert.equal(created.status, 201, created.text)
    const { body } = await ask({ path: `/checkout/${created.body.id}` })
    assert.deepEqual(body.transaction.meta, JSON.parse(meta))
  }
  const deeper = await post('/checkout', withMeta(nested(32)))
  assert.equal(deeper.status, 400)
  assert.equal(deeper.body.error.code, 'body_malformed')
})

test('a number in meta comes back with all of its digits', async () => {
  const created = await post('/checkout', withMeta('[12345678901234567890,0.12345678901234567890]'))
  assert.equal(created.status, 201, created.text)
  const { text } = await ask({ path: `/checkout/${created.body.id}` })
  assert.match(text, /"meta":\[12345678901234567890,0\.12345678901234567890\]/)
})

const MIB = 1_048_576
test('a body of 1 MiB is taken, one byte more is 413, announced or in chunks', async () => {
  const size = Buffer.byteLength(withMeta('""'))
  const body = withMeta(`"${'x'.repeat(MIB - size)}"`)
  assert.equal(Buffer.byteLength(body), MIB)
  const whole = await post('/checkout', body)
  assert.equal(whole.status, 201, whole.text)
  const larger = withMeta(`"${'x'.repeat(MIB - size + 1)}"`)
  for (const framing of [
    { 'content-length': String(MIB + 1) },
    { 'transfer-encoding': 'chunked' },
  ]) {
    const reply = await post('/checkout', larger, { ...json, ...framing })
    assert.equal(reply.status, 413)
    assert.equal(reply.body.error.type, 'PayloadTooLargeException')
  }
})

test('a chunked body is read whole', async () => {
  const headers = { ...json, 'transfer-encoding': 'chunked' }
  const { status, text } = await post('/checkout', checkoutText(), headers)
  assert.equal(status, 201, text)
})

test('Expect: 100-continue is answered before the body is sent', { timeout: 20_000 }, async () => {
  const { hostname, port } = new URL(server.demo.base_url)
  const authorization = `Bearer ${server.demo.private_key}`
  const headers = { ...json, accept: SANDBOX, authorization, expect: '100-continue' }
  const sent = request({ hostname, port, path: '/checkout', method: 'POST', headers, agent: false })
  sent.flushHeaders()
  await once(sent, 'continue')
  sent.end(checkoutText())
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  assert.equal(response.statusCode, 201, await textOf(response))
})

test('an unknown expectation is refused in the envelope too', async () => {
  const reply = await ask({ path: '/orders', headers: { expect: 'the unexpected' } })
  assert.equal(reply.status, 417)
  assert.match(String(reply.headers['x-request-id']), /^[0-9a-f]{32}$/)
  assert.equal(typeof reply.body?.error?.code, 'string')
})

test('health is reported without a key and whatever the Accept', async () => {
  for (const path of ['/healthz', '/readyz', '/v1/healthz', '//readyz/']) {
    for (const accept of [undefined, 'text/html', 'application/vnd.svc.v9+json', 'garbage']) {
      const headers = accept === undefined ? {} : { accept }
      const { status, body, headers: got } = await wire(server, { path, headers })
      assert.equal(status, 200, `${path} ${accept}`)
      assert.equal(body.status, 'ok')
      assert.match(String(got['x-request-id']), /^[0-9a-f]{32}$/)
    }
  }
})

test('the brand names media types and marker, and the default name is gone', async () => {
  const branded = await startServer({ BRAND: 'acme2' })
  try {
    const authorization = `Bearer ${branded.demo.private_key}`
    const get = (accept: string, path = '/orders?page_size=1') =>
      wire(branded, { path, headers: { accept, authorization } })
    const listed = await get('application/vnd.acme2.sandbox.v3+json')
    assert.equal(listed.status, 200)
    assert.equal(listed.headers['x-acme2-media-type'], 'acme2.v3')
    assert.equal(listed.headers['x-svc-media-type'], undefined)
    assert.equal(listed.body.results[0].sandbox, true)
    const old = await get('application/vnd.svc.v1+json')
    assert.equal(old.status, 406)
    assert.match(old.text, /vnd\.acme2\.sandbox\.v1\+json/)
    for (const { text, headers } of [listed, old]) {
      assert.doesNotMatch(text + JSON.stringify(headers), /svc/i)
    }
  } finally {
    await branded.remove()
  }
})

const ENVELOPE = ['code', 'message', 'request_id', 'type']
const TYPES: Readonly<Record<number, string>> = {
  400: 'ApiValidationException',
  401: 'UnauthorizedException',
  403: 'ForbiddenException',
  404: 'ObjectNotFoundException',
  405: 'MethodNotAllowedException',
  406: 'NotAcceptableException',
  409: 'ConflictException',
  413: 'PayloadTooLargeException',
  415: 'UnsupportedMediaTypeException',
  422: 'UnprocessableException',
}

function checkHead({ headers, status }: WireReply): void {
  assert.equal(headers['x-svc-media-type'], 'svc.v1')
  assert.match(String(headers['x-request-id']), /^[0-9a-f]{32}$/)
  assert.match(String(headers.vary), /\bAccept\b/)
  assert.equal(
    headers['content-type'],
    status === 204 ? undefined : 'application/json; charset=utf-8',
  )
}

function checkEnvelope(reply: WireReply, code: string): void {
  const { error } = reply.body
  assert.deepEqual(Object.keys(reply.body), ['error'])
  const keys = Object.keys(error).filter((key) => key !== 'fields')
  assert.deepEqual(keys.sort(), ENVELOPE)
  assert.equal(error.code, code, reply.text)
  assert.equal(error.type, TYPES[reply.status])
  assert.ok(typeof error.message === 'string' && error.message.length > 0)
  assert.equal(error.request_id, reply.headers['x-request-id'])
}

// What is wrong with the request, the request, status and code: of several faults the first counts.
type Row = readonly [string, Ask, number, string]
const none = { accept: 'text/html', authorization: null, 'content-type': 'text/plain' }
const plain = { 'content-type': 'text/plain' }
const amount = (value: unknown) => JSON.stringify({ amount: value })
const POST = (path: string, body: string, headers: Ask['headers'] = json): Ask => ({
  method: 'POST',
  path,
  body,
  headers,
})
const orderOfChecks: readonly Row[] = [
  ['path first', POST('/nowhere', '{', none), 404, 'path_not_found'],
  ['then method', { ...POST('/orders', '{', none), method: 'PUT' }, 405, 'method_not_allowed'],
  ['then Accept', POST('/orders/x/void', '{', none), 406, 'accept_unsupported'],
  [
    'then the key',
    POST('/orders/x/void', '{', { ...plain, authorization: null }),
    401,
    'key_missing',
  ],
  ['then permission', POST('/orders/x/void', '{', { ...plain, PUBLIC: '' }), 403, 'key_public'],
  ['then Content-Type', POST('/orders/x/void', '{', plain), 415, 'media_type_unsupported'],
  ['then the form of the body', POST('/orders/x/void', '{'), 400, 'body_malformed'],
  ['then its fields', POST('/orders/x/void', amount(-1)), 400, 'body_invalid'],
  ['then existence', POST('/orders/x/void', amount(1)), 404, 'order_not_found'],
  ['fields before state', POST('/orders/CANCELLED/void', amount(-1)), 400, 'body_invalid'],
  ['state before amount', POST('/orders/CANCELLED/void', amount(1e9)), 409, 'order_cancelled'],
  ['state', POST('/orders/CANCELLED/captures', amount(1)), 409, 'order_cancelled'],
  ['pending', POST('/orders/PENDING/captures', amount(1e9)), 409, 'order_not_confirmed'],
  [
    'the remainder last',
    POST('/orders/CONFIRMED/captures', amount(40_001)),
    400,
    'amount_exceeds_remaining',
  ],
  ['too large', POST('/checkout', 'x'.repeat(1_100_000)), 413, 'body_too_large'],
  [
    'a name in use',
    POST('/checkout', JSON.stringify(checkoutBody('CONFIRMED', 100))),
    409,
    'order_id_used',
  ],
]
test('the contract’s order of checks decides which of several faults is reported', async () => {
  const confirmed = await confirmedOrder(client, 40_000)
  const cancelled = await confirmedOrder(client, 40_000)
  await client('POST', `/orders/${cancelled.mid}/cancel`)
  const pending = await client('POST', '/checkout', checkoutBody(newMid(), 40_000))
  const put = (text: string) =>
    text
      .replace('CONFIRMED', confirmed.mid)
      .replace('CANCELLED', cancelled.mid)
      .replace('PENDING', pending.body.id)
  for (const [what, { headers = {}, ...request }, status, code] of orderOfChecks) {
    const { PUBLIC, ...others } = headers
    const authorization = `Bearer ${server.demo.public_key}`
    const sent = PUBLIC === undefined ? others : { ...others, authorization }
    const body = put(String(request.body))
    const reply = await ask({ ...request, path: put(request.path), body, headers: sent })
    assert.equal(reply.status, status, `${what}: ${reply.text}`)
    checkHead(reply)
    checkEnvelope(reply, code)
    if (code !== 'amount_exceeds_remaining') continue
    assert.match(reply.body.error.fields.amount[0], /40000/)
  }
})

test('successful answers carry marker and Vary, and each its own request id', async () => {
  const { mid } = await confirmedOrder(client, 40_000)
  const replies = [
    await ask({ path: '/orders' }),
    await post('/checkout', checkoutText()),
    await post(`/orders/${mid}/captures`, amount(1)),
    await ask({ method: 'POST', path: `/orders/${mid}/cancel` }),
  ]
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 201, 200, 204],
  )
  for (const reply of replies) checkHead(reply)
  assert.equal(new Set(replies.map(({ headers }) => headers['x-request-id'])).size, 4)
})

// Authorization, code.
const unknownKey = formatKey('private', Buffer.alloc(32, 7))
const wrongKeys: readonly (readonly [string | null, string])[] = [
  [null, 'key_missing'],
  ['', 'key_missing'],
  ['Bearer', 'key_invalid'],
  ['Bearer ', 'key_invalid'],
  ['Bearer sk_123', 'key_invalid'],
  ['Bearer sk_live_abc def', 'key_invalid'],
  [`Basic ${Buffer.from('a:b').toString('base64')}`, 'key_invalid'],
  [unknownKey, 'key_invalid'],
  [`Bearer ${unknownKey}`, 'key_invalid'],
  [`Bearer ${unknownKey.slice(0, -1)}`, 'key_invalid'],
  [`Bearer ${'x'.repeat(8_000)}`, 'key_invalid'],
]
for (const [authorization, code] of wrongKeys) {
  test(`Authorization ${authorization?.slice(0, 40)} is 401 and names the form`, async () => {
    for (const path of ['/orders', '/checkout/x', '/orders/x/captures']) {
      const reply = await ask({ path, headers: { authorization } })
      assert.equal(reply.status, 401)
      assert.equal(reply.headers['www-authenticate'], 'Bearer')
      checkHead(reply)
      checkEnvelope(reply, code)
      assert.ok(!('fields' in reply.body.error))
    }
  })
}

test('the word Bearer may be written in any case', async () => {
  for (const word of ['bearer', 'BEARER', 'Bearer ']) {
    const headers = { authorization: `${word} ${server.demo.private_key}` }
    assert.equal((await ask({ path: '/orders', headers })).status, 200)
  }
})

test('a public key on any server route is 403', async () => {
  const authorization = `Bearer ${server.demo.public_key}`
  const serverRoutes = methodsOf.filter(([path]) => /^\/(orders|me|sandbox)|status$/.test(path))
  for (const [path, methods] of serverRoutes) {
    for (const method of methods.filter((each) => each !== 'HEAD')) {
      const reply = await ask({ method, path, headers: { authorization } })
      assert.equal(reply.status, 403, `${method} ${path}`)
      checkEnvelope(reply, 'key_public')
    }
  }
  const created = await post('/checkout', checkoutText(), { ...json, authorization })
  checkEnvelope(created, 'key_public')
})

test('a private key that arrives with an Origin has been put into a page: 403', async () => {
  const origin = 'https://shop.example'
  for (const path of ['/orders', '/checkout/x', '/orders/x']) {
    const reply = await ask({ path, headers: { origin } })
    assert.equal(reply.status, 403)
    checkEnvelope(reply, 'key_exposed')
  }
  const { body } = await client('POST', '/checkout', checkoutBody(newMid(), 40_000))
  const headers = { origin, authorization: `Bearer ${server.demo.public_key}` }
  const read = await ask({ path: `/checkout/${body.id}`, headers })
  assert.equal(read.status, 200)
})

test('input that is not HTTP, or has too many headers, still gets the envelope', async () => {
  const wide = await ask({ path: '/orders', headers: { 'x-wide': 'x'.repeat(20_000) } })
  assert.equal(wide.status, 431)
  assert.equal(wide.body.error.code, 'headers_too_large')
  checkHead(wide)
  for (const path of ['/orders/%', '/orders/%zz', '/orders/%ff/captures', '/checkout/%c3%28']) {
    const reply = await ask({ path })
    assert.equal(reply.status, 400, path)
    checkHead(reply)
    checkEnvelope(reply, 'request_malformed')
  }
})

test('the whole address in the first line means its path', async () => {
  const path = `${server.demo.base_url}/orders/demo-1?x=1`
  const headers = { authorization: `Bearer ${server.demo.private_key}` }
  const { status, body } = await wire(server, { path, headers })
  assert.equal(status, 200)
  assert.equal(body.mid, 'demo-1')
})
