// What Prometheus and the log are shown of requests, and what they are never shown.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createConnection } from 'node:net'
import { before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { metricTable } from '../../packages/server/src/platform/metrics/metric-table.ts'
import { installPackage } from '../../tools/system-package.ts'
import {
  checkoutBody,
  clientOf,
  confirmedOrder,
  newMid,
  ownServer,
  wire,
} from '../running-server.ts'

const WAIT_MS_MAX = 60_000
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
/** Of a buyer: none of it may be in the log or among the figures. */
const CANARIES = ['Canaria', 'canaria@example.com', '+34600700800', 'Canary Street']

const server = ownServer({ METRICS_PORT: '0', LOG_LEVEL: 'info' })
let metricsUrl: string
before(() => {
  metricsUrl = /metrics at (\S+)/.exec(server.log())?.[1] ?? ''
})

const scrape = async (): Promise<string> => (await fetch(metricsUrl)).text()

/** The sum of all series of a metric that have these labels. */
function sumOf(text: string, name: string, ...labels: readonly string[]): number {
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .filter((line) => labels.every((label) => line.includes(label)))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

/** Waits until the figure is as wanted. */
async function until(holds: (text: string) => boolean): Promise<string> {
  const limit = Date.now() + WAIT_MS_MAX
  for (;;) {
    const text = await scrape()
    if (holds(text)) return text
    assert.ok(Date.now() < limit, `it does not come to that: ${text}`)
    await pause(50)
  }
}

/** What a step moves a figure by, at least. */
async function moves(
  [name, ...labels]: readonly [string, ...string[]],
  step: () => Promise<unknown>,
): Promise<void> {
  const before = sumOf(await scrape(), name, ...labels)
  await step()
  await until((text) => sumOf(text, name, ...labels) > before)
}

const { requests, requestSeconds, requestsInFlight, logLines, events, attempts } = metricTable

test('requests count by route and status, from any handler', async () => {
  const client = clientOf(server)
  const absent = ['method="GET"', 'route="/orders/:orderId"', 'status="404"'] as const
  await moves([requests.name, ...absent], () => client('GET', '/orders/absent'))
  await moves([`${requestSeconds.name}_count`, ...absent.slice(0, 2)], () =>
    client('GET', '/orders/absent'),
  )
  const nowhere = ['route="none"', 'status="404"'] as const
  await moves([requests.name, ...nowhere], () => wire(server, { path: '/secret/Canaria' }))
  const brew = ['method="any"', 'route="none"', 'status="405"'] as const
  await moves([requests.name, ...brew], () => wire(server, { method: 'COPY', path: '/orders' }))
  const button = `/checkout/button?amount=10000&currency=EUR`
  const quick = ['method="GET"', 'route="/checkout/button"'] as const
  const ask = () => clientOf(server, { key: server.demo.public_key })('GET', button)
  const askOften = async () => {
    for (let round = 0; round < 3; round++) assert.equal((await ask()).status, 201)
  }
  await moves([requests.name, ...quick, 'status="201"'], askOften)
  await moves([`${requestSeconds.name}_count`, ...quick], askOften)
})

test('a caller who leaves is counted as such, and in flight until then', async () => {
  const { hostname, port } = new URL(server.demo.base_url)
  const socket = createConnection({ host: hostname, port: Number(port) })
  const { private_key: key } = server.demo
  const head = `POST /checkout HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n`
  socket.write(`${head}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{`)
  await until((text) => sumOf(text, requestsInFlight.name) === 1)
  await moves([requests.name, 'status="aborted"'], async () => socket.destroy())
  await until((text) => sumOf(text, requestsInFlight.name) === 0)
})

test('counts the events of orders, and each attempt to reach a store', async () => {
  const confirmed = [events.name, 'type="order.confirmed"', 'mode="sandbox"'] as const
  const success = [attempts.name, 'lane="notifications"', 'result="success"'] as const
  const timed = [`${metricTable.attemptSeconds.name}_count`, 'lane="notifications"'] as const
  for (const moved of [confirmed, success, timed])
    await moves(moved, () => confirmedOrder(clientOf(server), 20_000))
  const body = { url: `${server.demo.base_url}/nowhere` }
  assert.equal((await clientOf(server)('POST', '/me/webhooks', body)).status, 201)
  await moves([attempts.name, 'lane="deliveries"', 'result="error_status"'], () =>
    confirmedOrder(clientOf(server), 20_000),
  )
})

test('a proxy that nobody declared is a line of the log and a part that is not ok', async () => {
  const part = [metricTable.health.name, 'part="proxies"'] as const
  assert.equal(sumOf(await scrape(), ...part), 1)
  await moves([logLines.name, 'level="warn"'], () =>
    wire(server, { path: '/orders', headers: { 'x-forwarded-for': '203.0.113.9' } }),
  )
  await until((text) => sumOf(text, ...part) === 0)
})

test('the process shows itself, its connections and its lanes', async () => {
  const text = await until((shown) => shown.includes(`${metricTable.laneDue.name}{`))
  assert.equal(sumOf(text, metricTable.ready.name), 1)
  for (const part of ['database', 'write', 'schema', 'clock'])
    assert.equal(sumOf(text, metricTable.health.name, `part="${part}"`), 1)
  const most = sumOf(text, metricTable.connections.name, 'state="max"')
  assert.equal(most, process.env.TEST_DATABASE === 'postgres' ? 24 : 1)
  const { body } = await clientOf(server)('GET', '/readyz')
  const lanes = Object.keys(body.lanes)
  for (const lane of lanes) {
    assert.equal(sumOf(text, metricTable.laneFailing.name, `lane="${lane}"`), 0, lane)
    await until((shown) => {
      const at = sumOf(shown, metricTable.laneSuccess.name, `lane="${lane}"`)
      return Math.abs(at - Date.now() / 1_000) < 120
    })
  }
  assert.match(text, /^nodejs_eventloop_lag_p99_seconds /m)
  assert.match(text, /^process_cpu_seconds_total /m)
})

test('the figures are those of the format, and nobody finds them where stores ask', async () => {
  const response = await fetch(metricsUrl)
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
  const text = await response.text()
  const known = new Set<string>(Object.values(metricTable).map(({ name }) => name))
  for (const [, name = ''] of text.matchAll(/^# TYPE (svc_\S+)/gm)) assert.ok(known.has(name), name)
  for (const [path, method, status] of [
    ['/', 'GET', 404],
    ['/metrics/more', 'GET', 404],
    ['/metrics', 'POST', 405],
  ] as const) {
    const { origin } = new URL(metricsUrl)
    assert.equal((await fetch(origin + path, { method })).status, status, path)
  }
  assert.equal((await wire(server, { path: '/metrics' })).status, 404)
})

test('promtool finds nothing wrong with them', async (context) => {
  // First: an installation takes longer than an idle connection lasts, and nothing runs meanwhile.
  const input = await scrape()
  const isThere = spawnSync('promtool', ['--version']).status === 0
  if (!isThere && !installPackage('prometheus')) return context.skip('there is no promtool')
  const checked = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' })
  const { status, stdout, stderr } = checked
  assert.deepEqual([status, stdout, stderr], [0, '', ''])
})

test('each request has a line, of which nothing is the buyer’s', async () => {
  const mid = newMid()
  const customer = {
    email: CANARIES[1],
    first_name: CANARIES[0],
    phone: CANARIES[2],
    address: { street: CANARIES[3], city: 'Madrid' },
  }
  const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`
  const created = await clientOf(server)(
    'POST',
    '/checkout',
    checkoutBody(mid, 9_000, { customer }),
    {
      traceparent,
    },
  )
  assert.equal(created.status, 201, created.text)
  const requestId = created.headers.get('x-request-id') ?? ''
  await until(() => server.log().includes(requestId))
  const line = JSON.parse(
    server
      .log()
      .split('\n')
      .find((each) => each.includes(requestId)) ?? '',
  )
  const { level, msg, method, route, status, ms, trace_id: traceId } = line
  assert.deepEqual([level, msg, method, route, status], [30, 'request', 'POST', '/checkout', 201])
  assert.equal(traceId, TRACE)
  assert.equal(line.store_id, server.demo.store_id)
  assert.match(line.key_id, /^[0-9a-f]{32}$/)
  assert.ok(typeof ms === 'number' && ms >= 0)
  const seen = server.log() + (await scrape())
  for (const canary of [...CANARIES, server.demo.private_key, 'secret/'])
    assert.ok(!seen.includes(canary), canary)
  assert.doesNotMatch(server.log(), /"route":"\/readyz"/)
})
