// What the client sends, when it tries again, and what it throws.
import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { allOf, type ClientSettings, createClient, SvcConnectionError, SvcError } from './index.ts'

type Reply = { readonly status: number; readonly text: string; readonly retryAfter?: number }
type Received = { readonly line: string; readonly headers: IncomingHttpHeaders; body: string }

let replies: Reply[] = []
let received: Received[] = []
const service = createServer((request, response) => {
  const entry = { line: `${request.method} ${request.url}`, headers: request.headers, body: '' }
  received.push(entry)
  request.on('data', (chunk) => {
    entry.body += chunk
  })
  request.on('end', () => {
    const reply = replies.shift()
    // Silence: the client's own time runs out.
    if (reply === undefined) return
    const { status, text, retryAfter } = reply
    const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
    response.writeHead(status, headers).end(text)
  })
})
before(() => new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve)))
after(() => {
  service.close()
  service.closeAllConnections()
})
beforeEach(() => {
  replies = []
  received = []
})

const clientOf = (more: Partial<ClientSettings> = {}) => {
  const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`
  return createClient({ baseUrl, privateKey: 'sk_1', mode: 'sandbox', ...more })
}
const ok = (body: object): Reply => ({ status: 200, text: JSON.stringify(body) })
const failure = (status: number, code: string, more: object = {}): Reply => {
  const error = { type: 'X', message: `message of ${code}`, code, request_id: 'ab', ...more }
  return { status, text: JSON.stringify({ error }) }
}
const capture = { orderId: 'a/b', body: { amount: 100 } }
const keys = () => received.map(({ headers }) => headers['idempotency-key'])

test('a call becomes one request with key, mode, body and an idempotency key', async () => {
  replies = [ok({ id: 'c' })]
  const query = { dry_run: true, nothing: undefined }
  const answer = await clientOf().captureOrder({ ...capture, query })
  assert.equal(answer.id, 'c')
  const [{ line, headers, body } = assert.fail()] = received
  assert.equal(line, 'POST /orders/a%2Fb/captures?dry_run=true')
  assert.equal(headers.authorization, 'Bearer sk_1')
  assert.equal(headers.accept, 'application/vnd.svc.sandbox.v1+json')
  assert.match(String(headers['idempotency-key']), /^[0-9a-f-]{36}$/)
  assert.deepEqual(JSON.parse(body), { amount: 100 })
})

test('live mode and another brand go into the Accept header', async () => {
  replies = [ok({})]
  await clientOf({ mode: 'live', brand: 'acme' }).findAccount()
  assert.equal(received[0]?.headers.accept, 'application/vnd.acme.v1+json')
  assert.deepEqual(keys(), [undefined])
})

test('a write is retried under one key while the service is busy or down', async () => {
  const later = [failure(429, 'order_busy'), failure(409, 'request_in_progress')]
  replies = [...later, ok({ id: 'c' })]
  await clientOf().captureOrder({ ...capture, idempotencyKey: 'capture-1' })
  assert.deepEqual(keys(), ['capture-1', 'capture-1', 'capture-1'])
})

test('after the last try the last error is thrown', async () => {
  replies = Array.from({ length: 3 }, () => failure(503, 'service_stopping'))
  const client = clientOf({ triesMax: 2 })
  await assert.rejects(client.getOrder({ orderId: 'a' }), { status: 503, retryable: true })
  assert.equal(received.length, 2)
})

test('Retry-After is respected', async () => {
  replies = [{ ...failure(429, 'rate_limited'), retryAfter: 1 }, ok({})]
  const started = performance.now()
  await clientOf().findAccount()
  assert.ok(performance.now() - started >= 990)
})

test('a final error is thrown immediately, with code, fields and request id', async () => {
  const fields = { amount: ['Too much.'] }
  replies = [failure(400, 'amount_exceeds_remaining', { fields })]
  await assert.rejects(clientOf().captureOrder(capture), (error) => {
    assert.ok(error instanceof SvcError)
    const { status, code, message, requestId, retryable } = error
    assert.deepEqual(
      { status, code, message, fields: error.fields, requestId, retryable },
      {
        ...{ status: 400, code: 'amount_exceeds_remaining', fields, requestId: 'ab' },
        ...{ message: 'message of amount_exceeds_remaining', retryable: false },
      },
    )
    return true
  })
  assert.equal(received.length, 1)
})

test('silence, a foreign body and a redirect do not count as answers', async () => {
  const client = clientOf({ triesMax: 1, timeoutMs: 200 })
  await assert.rejects(client.captureOrder(capture), (error) => {
    return error instanceof SvcConnectionError && error.message.includes('200 ms')
  })
  for (const status of [200, 502]) {
    replies = [{ status, text: '<html>' }]
    await assert.rejects(client.captureOrder(capture), SvcConnectionError)
  }
  replies = [{ status: 307, text: '' }]
  await assert.rejects(client.captureOrder(capture), SvcConnectionError)
})

test('a signal aborts the call, also while it waits for a retry', async () => {
  replies = [{ ...failure(429, 'rate_limited'), retryAfter: 10 }]
  const controller = new AbortController()
  const call = clientOf().findAccount({ signal: controller.signal })
  while (received.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  controller.abort(new Error('enough'))
  await assert.rejects(call, /enough/)
})

test('an id that would name another resource is refused before anything is sent', async () => {
  for (const orderId of ['', '.', '..']) {
    await assert.rejects(clientOf().getOrder({ orderId }), TypeError)
  }
  assert.equal(received.length, 0)
})

test('all results of a list come page by page', async () => {
  const page = (after: number | null, ...results: object[]) => ok({ cursor: { after }, results })
  replies = [page(2, { mid: 'a' }, { mid: 'b' }), page(null, { mid: 'c' })]
  const names: string[] = []
  for await (const { mid } of allOf(clientOf().listOrders, { query: { status: 'processing' } })) {
    names.push(mid)
  }
  assert.deepEqual(names, ['a', 'b', 'c'])
  assert.equal(received[1]?.line, 'GET /orders?status=processing&page=2')
})
