// Audit and seals on a hot standby: a server that can write nothing.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from '../tools/postgres.ts'
import { queryServer } from './postgres-faults.ts'
import { clientOf, confirmedOrder, ended, runProgram, startServer } from './running-server.ts'

const WAIT_MS_MAX = 120_000
const SECRET_KEY = 'a secret key for tests only'
const WITHOUT_DISK = { fsync: 'off', full_page_writes: 'off' }

test('a standby is audited as its primary is', { timeout: 300_000 }, async (context) => {
  const primary = await startPostgres(WITHOUT_DISK)
  if (primary === undefined) return context.skip('there is no PostgreSQL server here')
  context.after(() => primary.stop())
  const folderOf = () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-standby-'))
    const remove = async () => rmSync(folder, { recursive: true, force: true })
    context.after(remove)
    return { folder, remove }
  }
  const place = { databaseUrl: primary.url, ...folderOf() }
  const server = await startServer({ SECRET_KEY }, Promise.resolve(place))
  context.after(() => server.remove())
  await confirmedOrder(clientOf(server), 40_000)

  const standby = await startPostgres(WITHOUT_DISK, tmpdir(), primary)
  assert.ok(standby !== undefined)
  context.after(() => standby.stop())
  const mirror = { databaseUrl: standby.url, ...folderOf() }
  const run = (...args: string[]) =>
    ended(runProgram('cli.ts', { place: mirror, args, environment: { SECRET_KEY } }))

  const position = 'SELECT pg_current_wal_lsn()::text AS lsn'
  const [{ lsn } = { lsn: '' }] = await queryServer(primary.url, position)
  const replayed = `SELECT pg_last_wal_replay_lsn() >= '${lsn}'::pg_lsn AS done`
  const limit = Date.now() + WAIT_MS_MAX
  while (!(await queryServer(standby.url, replayed))[0]?.done) {
    assert.ok(Date.now() < limit, 'the standby does not follow')
    await pause(50)
  }
  const audit = await run('audit', '--json')
  assert.equal(audit.code, 0, audit.stderr)
  const report = JSON.parse(audit.stdout)
  assert.deepEqual(report.findings, [])
  assert.ok(report.checked.orders >= 21, `${report.checked.orders} orders`)
  // With the standby named beside a primary, which need not even be there.
  const beside = { SECRET_KEY, DATABASE_READ_URL: standby.url }
  const nowhere = { ...mirror, databaseUrl: 'postgres://postgres@127.0.0.1:1/postgres' }
  const named = runProgram('cli.ts', { place: nowhere, args: ['audit'], environment: beside })
  assert.equal((await ended(named)).code, 0)
  const seals = await run('seals', '--json')
  assert.equal(seals.code, 0, seals.stderr)
  assert.ok(Array.isArray(JSON.parse(seals.stdout)))
  const migrated = await run('migrate')
  assert.deepEqual([migrated.code, migrated.stderr], [0, ''])
  assert.match(migrated.stdout, /^nothing to do/)

  // A service on it reads, and says that it cannot write.
  const environment = { SECRET_KEY, DEMO: 'false' }
  const child = runProgram('main.ts', { place: mirror, environment })
  context.after(() => child.kill('SIGKILL'))
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said += chunk
  })
  const address = () => /listening on (\S+)/.exec(said)?.[1]
  while (address() === undefined) {
    assert.ok(child.exitCode === null && Date.now() < limit, said)
    await pause(50)
  }
  const ready = await fetch(`${address()}/readyz`)
  const { status, write } = (await ready.json()) as { status: string; write: string }
  assert.deepEqual([ready.status, status, write], [200, 'degraded', 'read_only'])
})
