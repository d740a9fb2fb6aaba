import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { exportSpans } from './otlp.ts'
import type { Span } from './trace-context.ts'

const span: Span = {
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  spanId: '00f067aa0ba902b7',
  parentId: undefined,
  name: 'GET /orders',
  kind: 'server',
  startedAt: 1_700_000_000_123.457,
  ms: 12.5,
  isFault: false,
  attributes: { 'http.route': '/orders', 'http.response.status_code': 200, none: undefined },
}

type Received = { readonly body: string; readonly type: string | undefined }

/** Answers what it is told to, to as many as ask. */
async function openCollector(context: TestContext, status = 200) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    received.push({ body: await textOf(request), type: request.headers['content-type'] })
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { received, url: `http://127.0.0.1:${port}/v1/traces` }
}

function exported(url: string) {
  const lines: string[] = []
  let dropped = 0
  const spans = exportSpans({
    ...{ url, name: 'svc', instance: 'one' },
    metrics: {
      count(_name, _labels, by = 1) {
        dropped += by
      },
    },
    log: { warn: (_details, message) => void lines.push(message) },
  })
  return { spans, lines, dropped: () => dropped }
}

test('a span as a collector reads it', async (context) => {
  const { received, url } = await openCollector(context)
  const { spans, dropped } = exported(url)
  spans.add(span)
  spans.add({ ...span, parentId: 'b'.repeat(16), kind: 'client', isFault: true, attributes: {} })
  await spans.close()
  assert.equal(received.length, 1)
  assert.equal(received[0]?.type, 'application/json')
  const attribute = (key: string, value: object) => ({ key, value })
  const common = {
    traceId: span.traceId,
    spanId: span.spanId,
    name: 'GET /orders',
    startTimeUnixNano: '1700000000123457000',
    endTimeUnixNano: '1700000000135957000',
  }
  assert.deepEqual(JSON.parse(received[0]?.body ?? ''), {
    resourceSpans: [
      {
        resource: {
          attributes: [
            attribute('service.name', { stringValue: 'svc' }),
            attribute('service.instance.id', { stringValue: 'one' }),
          ],
        },
        scopeSpans: [
          {
            scope: { name: 'svc' },
            spans: [
              {
                ...common,
                kind: 2,
                attributes: [
                  attribute('http.route', { stringValue: '/orders' }),
                  attribute('http.response.status_code', { intValue: '200' }),
                ],
              },
              {
                ...common,
                parentSpanId: 'b'.repeat(16),
                kind: 3,
                attributes: [],
                status: { code: 2 },
              },
            ],
          },
        ],
      },
    ],
  })
  assert.equal(dropped(), 0)
})

test('many are sent in parts, and all of them', async (context) => {
  const { received, url } = await openCollector(context)
  const { spans, dropped } = exported(url)
  for (let count = 0; count < 1_300; count++) spans.add(span)
  await spans.close()
  await spans.close()
  const counts = received.map(({ body }) => {
    return JSON.parse(body).resourceSpans[0].scopeSpans[0].spans.length
  })
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    1_300,
  )
  assert.ok(counts.every((count) => count <= 512))
  assert.equal(dropped(), 0)
})

test('spans that a collector refuses are dropped, counted, and reported once', async (context) => {
  const { received, url } = await openCollector(context, 503)
  const { spans, lines, dropped } = exported(url)
  for (let round = 0; round < 3; round++) {
    spans.add(span)
    await spans.close()
  }
  assert.deepEqual([received.length, dropped(), lines.length], [3, 3, 1])
  const nowhere = exported('http://127.0.0.1:1/v1/traces')
  nowhere.spans.add(span)
  await nowhere.spans.close()
  assert.deepEqual([nowhere.dropped(), nowhere.lines], [1, ['traces are lost']])
})

test('while a collector hangs no more than some thousands wait', async (context) => {
  const hanging = createServer(() => {}).listen(0, '127.0.0.1')
  await once(hanging, 'listening')
  const { port } = hanging.address() as AddressInfo
  const { spans, dropped } = exported(`http://127.0.0.1:${port}/v1/traces`)
  for (let count = 0; count < 10_000; count++) spans.add(span)
  const closed = spans.close()
  context.after(async () => {
    hanging.close()
    await closed
  })
  assert.equal(dropped(), 10_000 - 4_096 - 512)
  hanging.closeAllConnections()
})
