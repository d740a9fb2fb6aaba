// Traces of requests as a collector gets them.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json as jsonOf } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { clientOf, type Json, startServer } from '../running-server.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'
const WAIT_MS_MAX = 30_000

test('a request is a step of the trace that its caller sends', async () => {
  const spans: Json[] = []
  const collector = createServer(async (request, response) => {
    const body = (await jsonOf(request)) as Json
    spans.push(...body.resourceSpans[0].scopeSpans[0].spans)
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const { port } = collector.address() as AddressInfo
  const server = await startServer({
    TRACES_URL: `http://127.0.0.1:${port}/v1/traces`,
    TRACES_SHARE: '0',
  })
  try {
    const client = clientOf(server)
    const traced = { traceparent: `00-${TRACE}-${PARENT}-01` }
    const { headers } = await client('GET', '/orders/none', undefined, traced)
    await client('GET', '/orders/none', undefined, {
      traceparent: `00-${TRACE}-${PARENT}-00`,
    })
    await client('GET', '/orders/none')
    const limit = Date.now() + WAIT_MS_MAX
    while (spans.length === 0 && Date.now() < limit) await pause(50)
    assert.equal(spans.length, 1, 'neither what is not sampled nor what has no trace')
    const [span] = spans
    assert.deepEqual(
      [span.traceId, span.parentSpanId, span.name, span.kind],
      [TRACE, PARENT, 'GET /orders/:orderId', 2],
    )
    const attributes = new Map(span.attributes.map(({ key, value }: Json) => [key, value]))
    assert.deepEqual(attributes.get('http.response.status_code'), { intValue: '404' })
    assert.deepEqual(attributes.get('svc.store_id'), { stringValue: server.demo.store_id })
    const requestId = headers.get('x-request-id')
    assert.deepEqual(attributes.get('svc.request_id'), { stringValue: requestId })
    assert.doesNotMatch(JSON.stringify(spans), /sk_|Bearer/)
  } finally {
    await server.remove()
    collector.closeAllConnections()
    collector.close()
  }
})
