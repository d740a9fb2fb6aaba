// What comes after a request on its connection, and what is well-formed but not for this server.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { test } from 'node:test'
import { clientOf, confirmedOrder, ownServer } from '../running-server.ts'

const SANDBOX = 'application/vnd.svc.sandbox.v1+json'
const server = ownServer()
const client = clientOf(server)

/** All that comes back until the server closes the connection. */
function send(bytes: string): Promise<string> {
  const { hostname, port } = new URL(server.demo.base_url)
  const socket = connect(Number(port), hostname)
  socket.write(bytes)
  return textOf(socket)
}

type RequestParts = {
  readonly method?: string
  readonly path?: string
  readonly headers?: readonly string[]
  readonly body?: string
  readonly protocol?: string
}

const requestOf = ({
  method = 'GET',
  path = '/orders',
  headers = [],
  ...more
}: RequestParts): string => {
  const { body = '', protocol = 'HTTP/1.1' } = more
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  const own = [`Authorization: Bearer ${server.demo.private_key}`, `Accept: ${SANDBOX}`]
  const json = body === '' ? [] : ['Content-Type: application/json']
  const lines = [`${method} ${path} ${protocol}`, 'Host: a', ...own, ...json, ...length, ...headers]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

/** The answers on one connection, apart. */
const answersOf = (text: string): string[] => text.split(/(?=HTTP\/1\.1 \d{3} )/)
const statusOf = (answer: string): number => Number(answer.split(' ')[1])
const bodyOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))

function checkError(answer: string, status: number, code: string): void {
  assert.equal(statusOf(answer), status, answer)
  assert.match(answer, /^x-request-id: [0-9a-f]{32}$/im)
  assert.match(answer, /^x-svc-media-type: svc\.v1$/im)
  assert.match(answer, /^cache-control: no-store$/im)
  assert.equal(bodyOf(answer).error.code, code)
}

test('a capture followed by rubbish is answered before the rubbish is', async () => {
  for (const rubbish of ['GARBAGE\r\n\r\n', '\0\0\0', '{}', 'HTTP/1.1 200 OK\r\n\r\n']) {
    const { mid } = await confirmedOrder(client, 40_000)
    const path = `/orders/${mid}/captures`
    const text = await send(requestOf({ method: 'POST', path, body: '{"amount":100}' }) + rubbish)
    const [captured = '', refused = '', ...more] = answersOf(text)
    assert.deepEqual(more, [])
    assert.equal(statusOf(captured), 200, text)
    const { id } = bodyOf(captured)
    checkError(refused, 400, 'request_malformed')
    assert.match(refused, /^connection: close$/im)
    const { results } = (await client('GET', path)).body
    assert.deepEqual(
      results.map((each: { id: string }) => each.id),
      [id],
    )
  }
})

test('all that came before the rubbish is answered, in its order', async () => {
  const requests = ['/orders', '/healthz', '/me', '/nowhere'].map((path) => requestOf({ path }))
  const answers = answersOf(await send(`${requests.join('')}RUBBISH`))
  assert.deepEqual(answers.map(statusOf), [200, 200, 200, 404, 400])
})

test('a body that breaks off its form is refused once, and answers before it stay', async () => {
  const headers = ['Transfer-Encoding: chunked', 'Content-Type: application/json']
  const broken = `${requestOf({ method: 'POST', path: '/checkout', headers })}5\r\n{"ord`
  const answers = answersOf(await send(`${requestOf({})}${broken}ZZZ\r\n\r\n`))
  assert.deepEqual(answers.map(statusOf), [200, 400])
  const early = requestOf({ method: 'POST', path: '/nowhere', headers: headers.slice(0, 1) })
  const [first = '', ...others] = answersOf(await send(`${early}zz\r\n\r\n`))
  assert.deepEqual(others, [], 'one request has one answer')
  assert.ok([400, 404].includes(statusOf(first)), first)
})

const methods = [
  'FOO',
  'get',
  'GETX',
  'CONNECT',
  'DESCRIBE',
  'PROPFIND',
  'M-SEARCH',
  'X!#$%&*',
  'QUERY',
]
for (const method of methods) {
  test(`${method} is a method that no path has: 405 with Allow, 404 where nothing is`, async () => {
    const headers = ['Connection: close']
    for (const path of ['/orders', '/v2//orders/?page=1', `${server.demo.base_url}/orders`]) {
      // Its target is an authority in most clients, but a path has to do as well.
      const answer = await send(requestOf({ method, path, headers }))
      assert.equal(statusOf(answer), 405, answer)
      assert.match(answer, /^allow: GET, HEAD, OPTIONS$/im)
      assert.match(bodyOf(answer).error.message, /not allowed/)
      assert.match(answer, /^x-request-id: [0-9a-f]{32}$/im)
    }
    checkError(await send(requestOf({ method, path: '/nowhere', headers })), 404, 'path_not_found')
  })
}

test('CONNECT to another server is 405, after earlier requests', async () => {
  const connectTo = requestOf({ method: 'CONNECT', path: 'example.com:443' })
  const [first = '', second = ''] = answersOf(await send(requestOf({}) + connectTo))
  assert.equal(statusOf(first), 200)
  checkError(second, 405, 'method_not_allowed')
  assert.match(second, /^allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS$/im)
})

test('an unknown method is refused in XML where that was requested', async () => {
  const lines = ['FOO /v2/orders HTTP/1.1', 'Host: a', 'ACCEPT:  application/xml ', '', '']
  const answer = await send(lines.join('\r\n'))
  assert.equal(statusOf(answer), 405)
  assert.match(answer, /^content-type: application\/xml; charset=utf-8$/im)
  assert.match(answer, /^x-svc-media-type: svc\.v2$/im)
  assert.match(answer, /<error><type>MethodNotAllowedException<\/type>/)
})

test('a Transfer-Encoding other than chunked is 501', async () => {
  for (const encoding of ['gzip', 'identity', 'gzip, chunked', 'chunked, gzip', 'x', '']) {
    const headers = [`Transfer-Encoding: ${encoding}`]
    const text = await send(`${requestOf({ method: 'POST', path: '/checkout', headers })}0\r\n\r\n`)
    const answers = answersOf(text)
    assert.equal(answers.length, 1, text)
    checkError(text, 501, 'transfer_encoding_unsupported')
  }
})

test('another version of HTTP is 505', async () => {
  for (const protocol of ['HTTP/2.0', 'HTTP/3.0', 'HTTP/1.2', 'HTTP/0.9']) {
    checkError(await send(requestOf({ protocol })), 505, 'http_version_unsupported')
  }
  checkError(await send('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), 505, 'http_version_unsupported')
})

test('an Expect other than 100-continue is 417', async () => {
  for (const expected of ['the unexpected', '100-continue, 200-ok', '200-ok', '']) {
    const headers = [`Expect: ${expected}`, 'Connection: close']
    const body = '{"amount":1}'
    const answer = await send(requestOf({ method: 'POST', path: '/orders/x/void', headers, body }))
    const last = answersOf(answer).at(-1) ?? ''
    checkError(last, 417, 'expectation_unknown')
  }
})

test('several Accept lines are one', async () => {
  const lines = ['GET /orders HTTP/1.1', 'Host: a', 'Connection: close', 'Accept: text/html']
  const key = `Authorization: Bearer ${server.demo.private_key}`
  const xml = 'Accept: application/vnd.svc.v3+xml'
  const answer = await send([...lines, key, xml, '', ''].join('\r\n'))
  assert.equal(statusOf(answer), 200)
  assert.match(answer, /^content-type: application\/xml; charset=utf-8$/im)
  assert.match(answer, /^x-svc-media-type: svc\.v3$/im)
})

test('the host of a request makes no address and opens nothing', async () => {
  const lines = (target: string) => [
    `GET ${target} HTTP/1.1`,
    'Host: evil.example',
    'Connection: close',
  ]
  const more = [`Authorization: Bearer ${server.demo.private_key}`, `Accept: ${SANDBOX}`, '', '']
  for (const target of ['/orders?page_size=1', 'http://evil.example/orders?page_size=1']) {
    const answer = await send([...lines(target), ...more].join('\r\n'))
    assert.equal(statusOf(answer), 200, answer)
    assert.ok(bodyOf(answer).paging.next.startsWith(`${server.demo.base_url}/orders?`))
    assert.doesNotMatch(answer, /evil/)
  }
  const page = ['Origin: http://evil.example', ...more]
  const exposed = await send([...lines('/orders'), ...page].join('\r\n'))
  assert.equal(bodyOf(exposed).error.code, 'key_exposed')
})

test('headers that are too large are 431 in the envelope', async () => {
  const headers = [`X-A: ${'x'.repeat(20_000)}`]
  checkError(await send(requestOf({ headers })), 431, 'headers_too_large')
  checkError(await send(requestOf({ path: `/${'x'.repeat(20_000)}` })), 431, 'headers_too_large')
})
