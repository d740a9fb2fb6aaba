// What the service says and does when its database cannot be written, was migrated by newer code,
// or has another time.
import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { CODE_LEVEL } from '../packages/server/src/platform/database/schema.ts'
import { mountSmall } from '../tools/torture/small-place.ts'
import { type FaultyPostgres, queryServer, startFaultyPostgres } from './postgres-faults.ts'
import {
  checkoutBody,
  clientOf,
  confirmedOrder,
  type Json,
  newMid,
  type Reply,
  type RunningServer,
  runProgram,
  startServer,
} from './running-server.ts'

const FIVE_MINUTES = { timeout: 300_000 }
const WAIT_MS_MAX = 60_000
const SECRET_KEY = 'a secret key for tests only'
const SMALL_BYTES = 800 * 2 ** 20
const TWO_HOURS_MS = 7_200_000

type Begun = { readonly faulty: FaultyPostgres; readonly server: RunningServer }

/** The service on a server of its own; undefined, and skipped, where there is none. */
async function begin(context: TestContext, parent?: string): Promise<Begun | undefined> {
  const faulty = await startFaultyPostgres({ max_wal_size: '64MB' }, parent)
  if (faulty === undefined) {
    context.skip('there is no PostgreSQL server here')
    return undefined
  }
  const server = await startServer({ SECRET_KEY }, Promise.resolve(faulty.place))
  context.after(() => server.remove())
  return { faulty, server }
}

async function until<T>(what: string, find: () => Promise<T | undefined>): Promise<T> {
  const limit = Date.now() + WAIT_MS_MAX
  for (;;) {
    const readiness = await find()
    if (readiness !== undefined) return readiness
    if (Date.now() > limit) throw new Error(`waited for ${what}`)
    await pause(50)
  }
}

/** Waits until `/readyz` says so of one part. */
function reported(server: Pick<RunningServer, 'demo'>, part: string, value: string) {
  return until(`${part} to be ${value}`, async (): Promise<Reply | undefined> => {
    const reply = await clientOf(server)('GET', '/readyz')
    return reply.body[part] === value ? reply : undefined
  })
}

const statusesOf = (reply: Reply): string[] => [
  ...new Set(Object.values<Json>(reply.body.lanes).map(({ status }) => status)),
]

const createCheckout = (server: Pick<RunningServer, 'demo'>) =>
  clientOf(server)('POST', '/checkout', checkoutBody(newMid(), 40_000))

test(
  'a database that only reads is degraded: reads go on, work rests',
  FIVE_MINUTES,
  async (context) => {
    const begun = await begin(context)
    if (begun === undefined) return
    const { faulty, server } = begun
    const { mid } = await confirmedOrder(clientOf(server), 40_000)
    const set = 'ALTER SYSTEM SET default_transaction_read_only'
    for (const [value, write] of [
      ['on', 'read_only'],
      ['off', 'ok'],
    ] as const) {
      await queryServer(faulty.server.url, `${set} = ${value}`)
      await faulty.server.control('reload')
      const reply = await reported(server, 'write', write)
      assert.equal(reply.status, 200)
      assert.equal(reply.body.status, value === 'on' ? 'degraded' : 'ok')
      if (value === 'on') assert.deepEqual(statusesOf(reply), ['paused'])
      assert.equal((await clientOf(server)('GET', `/orders/${mid}`)).status, 200)
      assert.equal((await createCheckout(server)).status, value === 'on' ? 503 : 201)
    }
    assert.match(
      server.log(),
      /"write":"read_only".*"code":"25006".*the service is degraded or not ready/,
    )
    assert.match(server.log(), /the service is healthy again/)
    await confirmedOrder(clientOf(server), 40_000)
  },
)

test('a full disk is seen without a request, and so is its end', FIVE_MINUTES, async (context) => {
  const parent = mkdtempSync(join(tmpdir(), 'svc-small-'))
  const disk = mountSmall(parent, SMALL_BYTES)
  if (disk === undefined) return context.skip('no small file system can be mounted here')
  // Another user than ours may run the server.
  chmodSync(parent, 0o755)
  const begun = await begin(context, parent).finally(() => {
    // After the server's end: it would not be found without its folder.
    context.after(() => {
      disk.unmount()
      rmSync(parent, { recursive: true, force: true })
    })
  })
  if (begun === undefined) return
  const { server } = begun
  await reported(server, 'write', 'ok')
  const empty = disk.fill()
  const full = await reported(server, 'write', 'disk_full')
  assert.deepEqual([full.status, full.body.status], [200, 'degraded'])
  assert.deepEqual(statusesOf(full), ['paused'])
  assert.equal((await clientOf(server)('GET', '/orders')).status, 200)
  empty()
  await reported(server, 'write', 'ok')
  await confirmedOrder(clientOf(server), 40_000)
  assert.match(server.log(), /"code":"53100"/)
})

test('newer migrations end an older process only if they say so', FIVE_MINUTES, async (context) => {
  const begun = await begin(context)
  if (begun === undefined) return
  const { faulty, server } = begun
  const migrated = (compatibleFrom: number) =>
    queryServer(
      faulty.server.url,
      `INSERT INTO schema_migrations (number, name, hash, applied_at, compatible_from)
       VALUES (9999, 'a-secret-plan', '', now(), ${compatibleFrom})
       ON CONFLICT (number) DO UPDATE SET compatible_from = excluded.compatible_from`,
    )
  await migrated(CODE_LEVEL)
  // Long enough for a look at it.
  await pause(4_000)
  assert.equal((await reported(server, 'schema', 'ok')).status, 200)
  await migrated(CODE_LEVEL + 1)
  const refused = await reported(server, 'schema', 'incompatible')
  assert.deepEqual([refused.status, refused.body.error.code], [503, 'schema_incompatible'])
  assert.deepEqual(statusesOf(refused), ['paused'])
  assert.doesNotMatch(refused.text, /secret-plan|9999/)
  const order = await clientOf(server)('GET', '/orders')
  assert.deepEqual([order.status, order.body.error.code], [503, 'schema_incompatible'])
  assert.equal((await clientOf(server)('GET', '/healthz')).status, 200)
  await queryServer(faulty.server.url, 'DELETE FROM schema_migrations WHERE number = 9999')
  const again = await reported(server, 'schema', 'ok')
  assert.deepEqual([again.status, again.body.status], [200, 'ok'])
})

test('a process whose clock is two hours fast expires nothing', FIVE_MINUTES, async (context) => {
  const begun = await begin(context)
  if (begun === undefined) return
  const { faulty, server } = begun
  const created = await createCheckout(server)
  assert.equal(created.status, 201)
  await server.kill()
  const folder = mkdtempSync(join(tmpdir(), 'svc-fast-'))
  const place = { databaseUrl: faulty.server.url, folder, remove: async () => {} }
  const environment = { SECRET_KEY, DEMO: 'false', TEST_CLOCK_OFFSET_MS: String(TWO_HOURS_MS) }
  const child: ChildProcess = runProgram('offset-main.ts', { place, environment })
  context.after(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    rmSync(folder, { recursive: true, force: true })
  })
  let log = ''
  child.stderr?.on('data', (chunk) => {
    log += chunk
  })
  const base_url = await until('the fast one', async () => /listening on (\S+)/.exec(log)?.[1])
  const fast = { demo: { ...server.demo, base_url } }
  const ready = await reported(fast, 'clock', 'off')
  assert.deepEqual([ready.status, ready.body.status], [200, 'degraded'])
  assert.deepEqual(statusesOf(ready), ['paused'])
  await pause(3_000)
  const expired = await queryServer(
    faulty.server.url,
    `SELECT count(*)::integer AS count FROM orders WHERE status_reason = 'expired'`,
  )
  assert.deepEqual(expired, [{ count: 0 }])
  assert.match(log, /"clock":"off".*"clock_off_ms":7\d{6}/)
})
