// What the service says of the database that it finds when it starts.
import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startPgBouncer } from '../tools/pgbouncer.ts'
import { type FaultyPostgres, queryServer, startFaultyPostgres } from './postgres-faults.ts'
import { readyDemo } from './ready-demo.ts'
import { type Environment, ended, runProgram } from './running-server.ts'

const SKIP = 'there is no PostgreSQL server here'
const SAID_MS_MAX = 60_000
const LIVE = { DEMO: 'no', SECRET_KEY: 'a secret key of the tests, long enough' }

let faulty: FaultyPostgres | undefined

before(async () => {
  faulty = await startFaultyPostgres()
})
after(() => faulty?.place.remove())

function start(environment: Environment): ChildProcess {
  assert.ok(faulty !== undefined)
  return runProgram('main.ts', { place: faulty.place, environment })
}

/** Resolves when it has said that on its standard error. */
async function says(child: ChildProcess, pattern: RegExp): Promise<void> {
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said += chunk
  })
  const limit = Date.now() + SAID_MS_MAX
  while (!pattern.test(said)) {
    assert.ok(Date.now() < limit && child.exitCode === null, `it only said: ${said}`)
    await pause(20)
  }
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

test('a start waits for the server, says why, and continues when it is there', async (context) => {
  if (faulty === undefined) return context.skip(SKIP)
  const { server, place } = faulty
  await server.control('stop', '-m', 'fast')
  const child = start({})
  await says(child, /waiting for the database, \d+ s at most: connect ECONNREFUSED 127\.0\.0\.1:/)
  await server.control('start')
  await readyDemo(child, place)
  await stop(child)
})

test('a start gives up after DATABASE_WAIT with the reason', async (context) => {
  if (faulty === undefined) return context.skip(SKIP)
  const url = 'postgres://postgres@127.0.0.1:1/postgres'
  const { code, stderr } = await ended(start({ DATABASE_URL: url, DATABASE_WAIT: '1' }))
  assert.equal(code, 1)
  assert.match(stderr, /PostgreSQL cannot be opened: connect ECONNREFUSED 127\.0\.0\.1:1\n/)
})

test('svc migrate waits as a start does', async (context) => {
  if (faulty === undefined) return context.skip(SKIP)
  const { server, place } = faulty
  await server.control('stop', '-m', 'fast')
  const child = runProgram('cli.ts', { place, environment: {}, args: ['migrate'] })
  const end = ended(child)
  await says(child, /waiting for the database, \d+ s at most: connect ECONNREFUSED/)
  await server.control('start')
  assert.equal((await end).code, 0)
})

for (const [mistake, user, database, words] of [
  ['a user', 'nobody', 'postgres', 'role "nobody" does not exist'],
  ['a database', 'postgres', 'missing', 'database "missing" does not exist'],
] as const) {
  test(`${mistake} that does not exist is reported in the server’s words`, async (context) => {
    if (faulty === undefined) return context.skip(SKIP)
    const url = `postgres://${user}@127.0.0.1:${faulty.server.port}/${database}`
    const { code, stderr } = await ended(start({ DATABASE_URL: url }))
    assert.equal(code, 1)
    assert.ok(stderr.endsWith(`PostgreSQL cannot be opened: ${words}\n`), stderr)
    assert.doesNotMatch(stderr, /waiting/)
  })
}

test('a wrong password is reported immediately', async (context) => {
  if (faulty === undefined) return context.skip(SKIP)
  const { server } = faulty
  const [{ hba_file: file } = {}] = await queryServer(server.url, 'SHOW hba_file')
  const trusting = readFileSync(String(file), 'utf8')
  await queryServer(server.url, "CREATE ROLE guarded LOGIN PASSWORD 'right'")
  const rule = 'host all guarded all scram-sha-256'
  writeFileSync(String(file), `${rule}\n${trusting}`)
  await queryServer(server.url, 'SELECT pg_reload_conf()')
  const url = `postgres://guarded:wrong@127.0.0.1:${server.port}/postgres`
  const { code, stderr } = await ended(start({ DATABASE_URL: url }))
  assert.equal(code, 1)
  assert.match(stderr, /cannot be opened: password authentication failed for user "guarded"\n$/)
  assert.doesNotMatch(stderr, /waiting|wrong/)
})

test('live mode refuses a server that may lose what it confirmed', async (context) => {
  if (faulty === undefined) return context.skip(SKIP)
  const { server } = faulty
  await queryServer(server.url, 'CREATE DATABASE live')
  const DATABASE_URL = server.url.replace(/postgres$/, 'live')
  const live = { ...LIVE, DATABASE_URL, DATABASE_UNSAFE: 'no' }
  const { code, stderr } = await ended(start(live))
  assert.equal(code, 78)
  assert.match(stderr, /PostgreSQL may lose what it has confirmed: fsync off; switch on/)
  await queryServer(server.url, 'ALTER DATABASE live SET synchronous_commit = off')
  await queryServer(server.url, 'ALTER SYSTEM SET full_page_writes = off')
  await queryServer(server.url, 'SELECT pg_reload_conf()')
  const all = await ended(start(live))
  assert.match(all.stderr, /: fsync, full_page_writes, synchronous_commit off; switch on/)
  const child = start({ ...live, DATABASE_UNSAFE: 'yes' })
  await says(child, /DATABASE_UNSAFE: PostgreSQL may lose [^\n]*\n(.*\n)*listening on/)
  await stop(child)
})

test('a pooler of transactions is refused in a sentence', async (context) => {
  if (faulty === undefined) return context.skip(SKIP)
  for (const [mode, more] of [
    ['transaction', {}],
    ['transaction', { server_round_robin: '1', default_pool_size: '3' }],
    ['transaction', { default_pool_size: '1' }],
    ['session', { default_pool_size: '40' }],
  ] as const) {
    const pooler = await startPgBouncer(faulty.server.port, { pool_mode: mode, ...more })
    if (pooler === undefined) return context.skip('there is no PgBouncer here')
    try {
      const child = start({ DATABASE_URL: pooler.url, DATABASE_WAIT: '5' })
      if (mode === 'session') {
        await readyDemo(child, faulty.place)
        await stop(child)
        continue
      }
      const { code, stderr } = await ended(child)
      assert.match(stderr, /loses prepared statements, .* set POOLER=transaction and DATABASE_DIR/)
      assert.equal(code, 78, JSON.stringify(more))
    } finally {
      await pooler.stop()
    }
  }
})

test('behind a pooler of transactions nothing starts before the role is bound', async (context) => {
  if (faulty === undefined) return context.skip(SKIP)
  const { server, place } = faulty
  const pooler = await startPgBouncer(server.port, { pool_mode: 'transaction' })
  if (pooler === undefined) return context.skip('there is no PgBouncer here')
  context.after(() => pooler.stop())
  const more = { POOLER: 'transaction', DATABASE_URL: pooler.url, DATABASE_WAIT: '5' }
  const environment = { ...more, DATABASE_DIRECT_URL: place.databaseUrl ?? '' }
  const { code, stderr } = await ended(start(environment))
  assert.equal(code, 78)
  const [statements = ''] = /ALTER ROLE CURRENT_USER SET .*;/.exec(stderr) ?? []
  assert.match(statements, /statement_timeout = '5000'/)
  // The page says the same lines.
  const page = readFileSync(join(import.meta.dirname, '../docs/operating/postgresql.md'), 'utf8')
  for (const line of statements.split('; ')) assert.ok(page.includes(line.replace(/;$/, '')), line)
  await queryServer(server.url, statements)
  // What the pooler has open knows nothing of it yet.
  const others = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`
  await queryServer(server.url, others)
  const child = start(environment)
  await readyDemo(child, place)
  await stop(child)
})

for (const [what, environment, sentence] of [
  ['no direct address', { POOLER: 'transaction' }, 'DATABASE_DIRECT_URL is required with POOLER'],
  ['another mode', { POOLER: 'statement' }, 'POOLER must be none or transaction'],
  [
    'a direct address alone',
    { DATABASE_DIRECT_URL: 'postgres://127.0.0.1/postgres' },
    'DATABASE_DIRECT_URL is for POOLER=transaction',
  ],
] as const) {
  test(`settings of a pooler with ${what} are refused`, async (context) => {
    if (faulty === undefined) return context.skip(SKIP)
    const { code, stderr } = await ended(start(environment))
    assert.equal(code, 78)
    assert.ok(stderr.includes(sentence), stderr)
  })
}
