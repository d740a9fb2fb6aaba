// Whether a process is ready: while it starts, serves and ends, and what it says of its parts.
import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type TestPlace, testPlace } from '../fixtures/test-database.ts'
import {
  clientOf,
  type Environment,
  ended,
  type Json,
  type RunningServer,
  runProgram,
  startServer,
} from '../running-server.ts'

const TWO_MINUTES = { timeout: 120_000 }
const WAIT_MS_MAX = 60_000
const XML = { accept: 'application/vnd.svc.v1+xml' }

async function until<T>(what: string, find: () => Promise<T | undefined>): Promise<T> {
  const limit = Date.now() + WAIT_MS_MAX
  for (;;) {
    const answer = await find()
    if (answer !== undefined) return answer
    if (Date.now() > limit) throw new Error(`waited for ${what}`)
    await pause(20)
  }
}

type Started = {
  readonly child: ChildProcess
  readonly place: TestPlace
  readonly log: () => string
  /** Known before the service is ready. */
  readonly base: string
}

/** A process that has named its port, and may do anything after that. */
async function begin(environment: Environment, given?: Promise<TestPlace>): Promise<Started> {
  const place = await (given ?? testPlace())
  const child = runProgram('main.ts', { place, environment })
  let log = ''
  child.stderr?.on('data', (chunk) => {
    log += chunk
  })
  child.stdout?.resume()
  const base = await until('the port', async () => /starting on (\S+)/.exec(log)?.[1])
  return { child, place, log: () => log, base }
}

async function end({ child, place }: Started): Promise<void> {
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  await place.remove()
}

const SECRET_KEY = 'a secret key for tests only'
const shop = { DEMO: 'false', SECRET_KEY }

test('a process that starts names its port, lives, and refuses the rest', TWO_MINUTES, async () => {
  const started = await begin({})
  const { base, place } = started
  const alive = await fetch(`${base}/healthz`)
  assert.deepEqual([alive.status, await alive.json()], [200, { status: 'ok' }])
  const ready = await fetch(`${base}/readyz`)
  const report: Json = await ready.json()
  assert.equal(ready.status, 503)
  assert.equal(ready.headers.get('retry-after'), '1')
  assert.deepEqual([report.status, report.error.code], ['unavailable', 'service_starting'])
  for (const part of ['database', 'write', 'schema', 'lanes', 'clock', 'proxies'])
    assert.ok(part in report, part)
  for (const path of [
    '/orders',
    '/docs',
    '/openapi.json',
    '/nowhere',
    '/checkout/button?amount=1',
  ]) {
    const reply = await fetch(base + path)
    assert.equal(reply.status, 503, path)
    assert.equal(reply.headers.get('retry-after'), '1', path)
    assert.equal(((await reply.json()) as Json).error.code, 'service_starting', path)
  }
  const xml = await fetch(`${base}/orders`, { headers: XML })
  assert.match(await xml.text(), /<code>service_starting<\/code>/)
  assert.ok(!existsSync(join(place.folder, 'demo.json')))
  await until('readiness', async () => {
    const { status } = await fetch(`${base}/readyz`)
    return status === 200 ? true : undefined
  })
  // What is renamed into place says that requests are answered.
  await until('demo.json', async () => existsSync(join(place.folder, 'demo.json')) || undefined)
  await end(started)
})

async function readiness(server: Pick<RunningServer, 'demo'>) {
  const { status, body, headers, text } = await clientOf(server)('GET', '/readyz')
  return { status, body, headers, text }
}

test('each part is reported by name, and nothing that helps a stranger', TWO_MINUTES, async () => {
  const server = await startServer()
  const ready = await until('every lane', async () => {
    const answer = await readiness(server)
    const lanes: Json[] = Object.values(answer.body.lanes)
    return lanes.every(({ status }) => status === 'ok') ? answer : undefined
  })
  const { lanes, ...parts } = ready.body
  assert.deepEqual(parts, {
    ...{ status: 'ok', database: 'ok', write: 'ok', schema: 'ok', clock: 'ok', proxies: 'ok' },
  })
  for (const lane of ['checkout_expiry', 'deliveries', 'notifications', 'payouts', 'seals'])
    assert.ok(lane in lanes, lane)
  assert.doesNotMatch(ready.text, /migration|version|\d{4}-[a-z]+-/)
  await server.remove()
})

test(
  'after SIGTERM readiness is 503 while it serves, then the port closes',
  TWO_MINUTES,
  async () => {
    const started = await begin({ ...shop, DRAIN_SECONDS: '3' }, testPlace('migrated'))
    const { child, base, log } = started
    await until('readiness', async () => /listening on/.exec(log()) ?? undefined)
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    const draining = await until('503', async () => {
      const reply = await fetch(`${base}/readyz`)
      return reply.status === 503 ? reply : undefined
    })
    assert.equal(((await draining.json()) as Json).error.code, 'service_stopping')
    assert.equal(draining.headers.get('connection'), 'close')
    const served = await fetch(`${base}/orders`, { headers: { authorization: 'Bearer sk_none' } })
    assert.equal(served.status, 401)
    assert.equal(served.headers.get('connection'), 'close')
    assert.deepEqual(await exit, [0, null])
    await assert.rejects(fetch(`${base}/healthz`))
    assert.match(log(), /SIGTERM: serving on for 3 s[\s\S]*SIGTERM: finishing work in progress/)
    await end(started)
  },
)

test('a request under way when the port closes is answered', TWO_MINUTES, async () => {
  const place = await testPlace('migrated')
  const args = ['stores', 'create', '--name', 'A store']
  const created = await ended(runProgram('cli.ts', { place, args, environment: shop }))
  const { private_key } = JSON.parse(created.stdout)
  const started = await begin({ ...shop, DRAIN_SECONDS: '1' }, Promise.resolve(place))
  const { child, base, log } = started
  await until('readiness', async () => /listening on/.exec(log()) ?? undefined)
  const { hostname, port } = new URL(base)
  const headers = {
    ...{ authorization: `Bearer ${private_key}`, 'content-type': 'application/json' },
    expect: '100-continue',
  }
  const path = '/me/webhooks'
  const sent = request({ hostname, port, path, method: 'POST', headers, agent: false })
  sent.flushHeaders()
  await once(sent, 'continue')
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await until('the end of the drain', async () => /finishing/.exec(log()) ?? undefined)
  sent.end('{}')
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  assert.equal(response.headers.connection, 'close')
  assert.notEqual(await textOf(response), '')
  assert.deepEqual(await exit, [0, null])
  await end(started)
})

test('a second signal ends the process immediately', TWO_MINUTES, async () => {
  const started = await begin({ ...shop, DRAIN_SECONDS: '600' }, testPlace('migrated'))
  const { child, log } = started
  await until('readiness', async () => /listening on/.exec(log()) ?? undefined)
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await until('the drain', async () => /serving on/.exec(log()) ?? undefined)
  // The same signal that comes twice, as Ctrl+C does, is one.
  await pause(400)
  child.kill('SIGTERM')
  assert.deepEqual(await exit, [143, null])
  await end(started)
})

test('a process that is stopped while it starts exits with 0', TWO_MINUTES, async () => {
  const started = await begin({})
  const exit = once(started.child, 'exit')
  started.child.kill('SIGTERM')
  assert.deepEqual(await exit, [0, null])
  assert.ok(!existsSync(join(started.place.folder, 'demo.json')))
  await end(started)
})
