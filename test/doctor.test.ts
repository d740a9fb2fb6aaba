// `svc doctor` as an operator runs it, on a server that lacks much.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type PostgresServer, startPostgres } from '../tools/postgres.ts'
import { createCertificate } from './fixtures/certificate.ts'
import { queryServer } from './postgres-faults.ts'
import { type Environment, ended, runProgram } from './running-server.ts'

const SKIP = 'there is no PostgreSQL server here'
const SECRET_KEY = 'a secret key, for tests only'

let postgres: PostgresServer | undefined
const folder = mkdtempSync(join(tmpdir(), 'svc-doctor-'))
before(async () => {
  postgres = await startPostgres({ fsync: 'off', archive_mode: 'on', archive_timeout: '60' })
  if (postgres === undefined) return
  await prepare(postgres)
  await archiveBy('true', 'archived_count > 0')
})
after(() => {
  postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Archives by that program until it is seen; that takes a second or so. */
async function archiveBy(program: string, condition: string): Promise<void> {
  const url = postgres?.url ?? ''
  await queryServer(url, `ALTER SYSTEM SET archive_command = '${program}'`)
  await queryServer(url, 'SELECT pg_reload_conf()')
  await queryServer(url, 'CREATE TABLE IF NOT EXISTS written ()')
  await queryServer(url, 'DROP TABLE written')
  await queryServer(url, 'SELECT pg_switch_wal()')
  const ask = `SELECT 1 FROM pg_stat_archiver WHERE ${condition}`
  while ((await queryServer(url, ask)).length === 0) await pause(100)
}

/** Two roles, as the page wants them. */
async function prepare({ url }: PostgresServer): Promise<void> {
  await queryServer(url, 'CREATE ROLE svc_run LOGIN')
  const { code } = await svc({ DATABASE_URL: url }, 'migrate', '--finish', '--grant-to', 'svc_run')
  assert.equal(code, 0)
}
const runningOn = (url: string) => url.replace('//postgres@', '//svc_run@')

const place = () => ({ databaseUrl: postgres?.url, folder, remove: async () => {} })
const svc = (environment: Environment, ...args: string[]) =>
  ended(
    runProgram('cli.ts', {
      place: place(),
      args,
      environment: { SECRET_KEY, DEMO: 'no', ...environment },
    }),
  )

type Check = { readonly status: string; readonly name: string; readonly message: string }

async function doctor(environment: Environment = {}, ...args: string[]) {
  const DATABASE_URL = runningOn(postgres?.url ?? '')
  const { code, stdout, stderr } = await svc(
    { DATABASE_URL, ...environment },
    'doctor',
    '--json',
    ...args,
  )
  assert.ok(code === 0 || code === 1, stderr)
  const { status, checks } = JSON.parse(stdout)
  assert.equal(code === 1, status === 'problem')
  // Nobody was made one here.
  const bad = checks.filter((each: Check) => each.status !== 'ok' && each.name !== 'administrators')
  return { code, faults: bad.map(({ status, name }: Check) => `${status} ${name}`), stdout }
}

test('it reports line by line what is fine and what to do', async (context) => {
  if (postgres === undefined) return context.skip(SKIP)
  const { code, stdout } = await svc({}, 'doctor', '--disk', folder)
  assert.equal(code, 1)
  assert.match(stdout, /^ok {7}database +PostgreSQL \d+\S*, \d+ MB$/m)
  assert.match(stdout, /^problem {2}durability +fsync off: a crash.*\n +-> switch it on/m)
  assert.match(stdout, /^ok {7}disk +\S+ GB .* free at |^(warning|problem) +disk/m)
  assert.match(
    stdout,
    /^warning {2}administrators +none can sign in\n +-> live mode lends nothing/m,
  )
  assert.match(stdout, /^not looked at: audit \(--audit FILE/m)
  assert.match(stdout, /^checks: \d+, problems: \d+, warnings: \d+$/m)
})

test('it needs to write nothing', async (context) => {
  if (postgres === undefined) return context.skip(SKIP)
  const readOnly = `${runningOn(postgres.url)}?options=-c%20default_transaction_read_only%3Don`
  const { faults } = await doctor({ DATABASE_URL: readOnly })
  assert.deepEqual(faults, ['problem durability'])
})

test('each setting that may lose what was confirmed is named', async (context) => {
  if (postgres === undefined) return context.skip(SKIP)
  const { url } = postgres
  await queryServer(url, 'ALTER DATABASE postgres SET synchronous_commit = off')
  assert.match((await doctor()).stdout, /"fsync, synchronous_commit off: /)
  await queryServer(url, 'ALTER DATABASE postgres RESET synchronous_commit')
  const healthy = await startPostgres()
  assert.ok(healthy !== undefined)
  try {
    await prepare(healthy)
    const { code, faults } = await doctor({ DATABASE_URL: runningOn(healthy.url) })
    assert.deepEqual([code, faults], [0, ['warning archiving']])
  } finally {
    healthy.stop()
  }
})

test('an archive that fails', async (context) => {
  if (postgres === undefined) return context.skip(SKIP)
  try {
    await archiveBy('false', 'last_failed_time > last_archived_time')
    const { faults, stdout } = await doctor()
    assert.deepEqual(faults, ['problem durability', 'warning archiving'])
    assert.match(stdout, /"segment [0-9A-F]{24} cannot be archived; the last was \d+ seconds ago"/)
  } finally {
    await archiveBy('true', 'last_archived_time > last_failed_time')
  }
})

test('settings that are wrong, and a server that is not there', async (context) => {
  if (postgres === undefined) return context.skip(SKIP)
  const settings = await doctor({ PORT: 'x', BASE_URL: 'x', SECRET_KEY: '' })
  assert.deepEqual(settings.faults, Array(3).fill('problem settings'))
  const away = await doctor({ DATABASE_URL: 'postgres://127.0.0.1:1/svc' })
  assert.deepEqual(away.faults, ['problem database'])
  assert.match(away.stdout, /ECONNREFUSED/)
  const standby = await doctor({ DATABASE_READ_URL: 'postgres://127.0.0.1:1/svc' })
  assert.deepEqual(standby.faults, ['problem durability', 'warning standby'])
  const primary = await doctor({ DATABASE_READ_URL: postgres.url })
  assert.deepEqual(primary.faults, ['problem durability', 'warning standby'])
})

test('a schema that this version cannot read, and one that it can', async (context) => {
  if (postgres === undefined) return context.skip(SKIP)
  const { url } = postgres
  const newer = (compatibleFrom: number) =>
    queryServer(
      url,
      `INSERT INTO schema_migrations VALUES (9999, 'later', '', now(), ${compatibleFrom})`,
    )
  const back = () => queryServer(url, 'DELETE FROM schema_migrations WHERE number = 9999')
  await newer(9999)
  assert.deepEqual((await doctor()).faults, ['problem schema'])
  await back()
  await newer(1)
  assert.deepEqual((await doctor()).faults, ['warning schema', 'problem durability'])
  await back()
})

test('keys that do not open what is stored', async (context) => {
  if (postgres === undefined) return context.skip(SKIP)
  assert.equal((await svc({}, 'stores', 'create', '--name', 'Bicycles')).code, 0)
  assert.deepEqual((await doctor()).faults, ['problem durability'])
  const other = await doctor({ SECRET_KEY: 'another key, as long as it is' })
  assert.deepEqual(other.faults, ['problem durability', 'problem stored secrets'])
  const file = join(folder, 'secret-key-file')
  writeFileSync(file, SECRET_KEY)
  chmodSync(file, 0o644)
  const open = await doctor({ SECRET_KEY: '', SECRET_KEY_FILE: file })
  assert.deepEqual(open.faults, ['problem durability', 'warning secret file SECRET_KEY_FILE'])
})

test('the certificate of the server of the database', async (context) => {
  if (postgres === undefined) return context.skip(SKIP)
  const inFiveDays = new Date(Date.now() + 5 * 86_400_000)
  const { key, cert } = createCertificate(['localhost'], inFiveDays)
  const [keyFile, certFile] = [join(folder, 'server.key'), join(folder, 'server.crt')]
  writeFileSync(keyFile, key, { mode: 0o600 })
  writeFileSync(certFile, cert)
  const [{ data } = { data: '' }] = await queryServer(
    postgres.url,
    `SELECT current_setting('data_directory') AS data`,
  )
  const { uid, gid } = statSync(String(data))
  chmodSync(folder, 0o755)
  if (process.getuid?.() === 0) chownSync(keyFile, uid, gid)
  for (const [name, value] of Object.entries({ ssl_key_file: keyFile, ssl_cert_file: certFile }))
    await queryServer(postgres.url, `ALTER SYSTEM SET ${name} = '${value}'`)
  await queryServer(postgres.url, `ALTER SYSTEM SET ssl = on`)
  await queryServer(postgres.url, 'SELECT pg_reload_conf()')
  const url = new URL(runningOn(postgres.url))
  url.hostname = 'localhost'
  url.search = `sslmode=verify-full&sslrootcert=${certFile}`
  const { faults, stdout } = await doctor({ DATABASE_URL: url.href })
  assert.deepEqual(faults, [
    'problem durability',
    'warning certificate of DATABASE_URL localhost',
    `warning certificate in ${certFile}`,
  ])
  assert.match(stdout, /"ends in 4 days"/)
})

test('a disk that is full', async (context) => {
  if (postgres === undefined) return context.skip(SKIP)
  const small = join(folder, 'small')
  assert.equal(spawnSync('mkdir', [small]).status, 0)
  const mount = ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', small]
  try {
    if (spawnSync('mount', mount).status !== 0)
      return context.skip('no small file system can be mounted here')
    const { faults } = await doctor({}, '--disk', small)
    assert.deepEqual(faults, ['problem durability', 'problem disk'])
  } finally {
    spawnSync('umount', ['-l', small])
  }
})

test('the page names each check, and its lines run', async (context) => {
  if (postgres === undefined) return context.skip(SKIP)
  const page = readFileSync(join(import.meta.dirname, '../docs/operating/doctor.md'), 'utf8')
  const names = [...page.matchAll(/^\| `([a-z ]+?)( …)?`/gm)].map(([, name = '']) => name)
  const [, block = ''] = /```sh\n([^`]+)```/.exec(page) ?? []
  const lines = block.trim().split('\n')
  assert.ok(lines.length > 1)
  const figures = join(folder, 'audit.prom')
  assert.equal((await svc({}, 'audit', '--metrics', figures)).code, 0)
  const file = join(folder, 'a-secret-key')
  writeFileSync(file, SECRET_KEY, { mode: 0o600 })
  const environment = {
    BASE_URL: 'https://127.0.0.1:1',
    DATABASE_READ_URL: postgres.url,
    SECRET_KEY: '',
    SECRET_KEY_FILE: file,
    ...{ OIDC_ISSUER: 'https://127.0.0.1:1', OIDC_CLIENT_ID: 'svc', OIDC_CLIENT_SECRET: 'secret' },
  }
  const seen = new Set(['settings'])
  for (const line of lines) {
    const [program, ...args] = line
      .replace('/var/lib/postgresql', folder)
      .replace(/\S+\.prom/, figures)
      .split(' ')
    assert.equal(program, 'svc')
    const { stdout, stderr } = await svc(environment, ...args)
    if (!args.includes('--json')) assert.match(stdout, /^checks: /m, stderr)
    else for (const { name } of JSON.parse(stdout).checks) seen.add(name)
  }
  const kindOf = (name: string) => name.replace(/^(lane|certificate|secret file) .*/, '$1')
  assert.deepEqual([...new Set([...seen].map(kindOf))].sort(), names.sort())
})
