// A database that only reads, or whose disk is full, and one whose place a standby takes: writers
// are told to come again, readers are answered, and the log says what is wrong.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type PostgresServer, startPostgres } from '../tools/postgres.ts'
import { type FaultyPostgres, queryServer, startFaultyPostgres } from './postgres-faults.ts'
import {
  type Client,
  type Confirmed,
  clientOf,
  confirmedOrder,
  type RunningServer,
  startServer,
} from './running-server.ts'

const SKIP = 'there is no PostgreSQL server here'
const WAIT_MS_MAX = 60_000

let faulty: FaultyPostgres | undefined
let standby: PostgresServer | undefined
let server: RunningServer
let client: Client
let order: Confirmed

before(async () => {
  faulty = await startFaultyPostgres()
  if (faulty === undefined) return
  standby = await startPostgres({ fsync: 'off' }, undefined, faulty.server)
  const url = new URL(faulty.server.url)
  const hosts = `${url.host},127.0.0.1:${standby?.port}`
  // The standby stands first: it is passed over as long as it is one.
  const reversed = hosts.split(',').reverse().join(',')
  const databaseUrl = `postgres://postgres@${reversed}/postgres?target_session_attrs=read-write`
  server = await startServer({ DATABASE_URL: databaseUrl }, Promise.resolve(faulty.place))
  client = clientOf(server)
  order = await confirmedOrder(client, 10_000)
})
after(async () => {
  if (faulty === undefined) return
  standby?.stop()
  await server.remove()
})

const capture = () => client('POST', `/orders/${order.mid}/captures`, { amount: 1 })

async function until(works: () => Promise<boolean>, what: string): Promise<void> {
  const limit = Date.now() + WAIT_MS_MAX
  while (!(await works())) {
    assert.ok(Date.now() < limit, `waited for ${what}`)
    await pause(50)
  }
}

/** What the log has of the last request that failed with the code. */
function logged(code: string): Record<string, unknown> | undefined {
  const lines = server.log().split('\n')
  const entry = lines.findLast((line) => line.includes('"request failed"') && line.includes(code))
  return entry === undefined ? undefined : JSON.parse(entry)
}

async function refusesWriters(code: string, words: RegExp): Promise<void> {
  await until(async () => (await capture()).status === 503, 'a refusal')
  const refused = await capture()
  assert.equal(refused.status, 503)
  assert.equal(refused.body.error.code, 'database_unavailable')
  assert.equal(refused.headers.get('retry-after'), '1')
  assert.doesNotMatch(refused.text, words)
  assert.equal((await client('GET', `/orders/${order.mid}`)).status, 200)
  // The answer may arrive before what the process wrote.
  await until(async () => logged(code) !== undefined, 'a line in the log')
  const line = logged(code)
  assert.equal(line?.code, code)
  assert.match(String(line?.message), words)
  assert.deepEqual(
    [line?.store_id, line?.order_id, line?.route, line?.severity],
    [server.demo.store_id, order.mid, '/orders/:orderId/captures', 'ERROR'],
  )
}

const acceptsWriters = () => until(async () => (await capture()).status < 300, 'a capture')

test('a full disk rejects writes, and the log reports it', async (context) => {
  if (faulty === undefined) return context.skip(SKIP)
  const { url } = faulty.server
  await queryServer(
    url,
    `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100';
     END $$`,
  )
  await queryServer(
    url,
    'CREATE TRIGGER full_disk BEFORE INSERT ON captures EXECUTE FUNCTION full_disk()',
  )
  await refusesWriters('53100', /No space left on device/)
  await queryServer(url, 'DROP TRIGGER full_disk ON captures; DROP FUNCTION full_disk')
  await acceptsWriters()
})

test('a server that only reads refuses writers', async (context) => {
  if (faulty === undefined) return context.skip(SKIP)
  const { url } = faulty.server
  const readOnly = async (value: string) => {
    await queryServer(url, `ALTER SYSTEM SET default_transaction_read_only = ${value}`)
    await queryServer(url, 'SELECT pg_reload_conf()')
  }
  await readOnly('on')
  await until(async () => (await capture()).status === 503, 'a refusal')
  assert.equal((await capture()).headers.get('retry-after'), '1')
  await readOnly('off')
  await acceptsWriters()
})

test('a standby that takes over is found, by requests, workers and signals', async (context) => {
  if (faulty === undefined || standby === undefined) return context.skip(SKIP)
  await capture()
  await faulty.server.control('stop', '-m', 'immediate')
  assert.equal((await capture()).status, 503)
  await standby.control('promote')
  await acceptsWriters()
  await until(async () => {
    const order = await confirmedOrder(client, 10_000).catch(() => undefined)
    return order !== undefined
  }, 'an order that is confirmed')
  const listening = `SELECT count(*)::integer AS count FROM pg_stat_activity
    WHERE query ~ '^(LISTEN |SELECT pg_notify)'`
  await until(async () => {
    const [row] = await queryServer(standby?.url ?? '', listening)
    return row?.count !== 0
  }, 'a session that listens')
  assert.doesNotThrow(() => process.kill(server.demo.pid, 0), 'the process lives')
})
