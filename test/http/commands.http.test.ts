// What an operator runs beside the service: commands that read write nothing, and one migrates.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { writeBackup } from '../../packages/server/src/platform/backup/backup-file.ts'
import { migrate } from '../../packages/server/src/platform/database/migrate.ts'
import {
  openDatabase,
  openEngine,
} from '../../packages/server/src/platform/database/open-database.ts'
import { CODE_LEVEL } from '../../packages/server/src/platform/database/schema.ts'
import { type TestPlace, testPlace } from '../fixtures/test-database.ts'
import {
  clientOf,
  confirmedOrder,
  ended,
  type Json,
  ownServer,
  runProgram,
} from '../running-server.ts'

const TWO_MINUTES = { timeout: 120_000 }
const SECRET_KEY = 'a secret key for tests only'

const server = ownServer()

const run = (place: TestPlace, ...args: string[]) =>
  ended(runProgram('cli.ts', { place, args, environment: { SECRET_KEY } }))

async function withPlace(work: (place: TestPlace) => Promise<void>): Promise<void> {
  const place = await testPlace()
  await work(place).finally(() => place.remove())
}

async function query(place: TestPlace, statement: string): Promise<void> {
  const { databaseUrl } = place
  const folder = join(place.folder, 'database')
  const options = { databaseUrl, folder, fraction: Math.random, print: () => {} }
  const database = await openDatabase(options)
  await database.query(statement, []).finally(() => database.close())
}

/** As a version of before would have left it that has migrated it step by step. */
async function migrateOnly({ databaseUrl, folder }: TestPlace): Promise<void> {
  const options = { databaseUrl, folder: join(folder, 'database'), print: () => {} }
  const engine = await openEngine(options)
  await migrate(engine, () => {}).finally(() => engine.close())
}

const forgetAll = 'DELETE FROM schema_migrations'

/** The seals of the demo's store, as they were printed. */
async function sealsOf(place: TestPlace): Promise<Json[]> {
  const { code, stdout, stderr } = await run(place, 'seals', '--json')
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout)
}

test('actions are verified, against an earlier end of their chains too', TWO_MINUTES, async () => {
  await withPlace(async (place) => {
    assert.equal((await run(place, 'migrate')).code, 0)
    const described = ['--name', 'Shop', '--url', 'https://shop.example']
    const created = await run(place, 'stores', 'create', ...described)
    assert.equal(created.code, 0, created.stderr)
    const head = await run(place, 'actions', 'head', '--json')
    assert.deepEqual(
      JSON.parse(head.stdout).map(({ mode, place: at }: Json) => [mode, at]),
      [
        ['live', 0],
        ['sandbox', 0],
      ],
    )
    const file = join(place.folder, 'heads.json')
    writeFileSync(file, head.stdout)
    const clean = await run(place, 'actions', 'verify', '--against', file)
    assert.deepEqual([clean.code, clean.stderr], [0, ''])
    assert.match(clean.stdout, /^4 actions, \d+ checks: nothing found$/m)
    writeFileSync(file, JSON.stringify([{ mode: 'live', place: 3, hash: 'f'.repeat(64) }]))
    const lost = await run(place, 'actions', 'verify', '--json', '--against', file)
    assert.equal(lost.code, 1)
    assert.deepEqual(
      JSON.parse(lost.stdout).findings.map((each: Json) => [each.invariant, each.order_id]),
      [['L1', 'live 3']],
    )
    writeFileSync(file, '{}')
    const unread = await run(place, 'actions', 'verify', '--against', file)
    assert.equal(unread.code, 2)
    assert.match(unread.stderr, /is not what `actions head --json` prints/)
  })
})

test('migrate makes a database, then has nothing to do', TWO_MINUTES, async () => {
  await withPlace(async (place) => {
    const first = await run(place, 'migrate')
    assert.equal(first.code, 0, first.stderr)
    assert.match(
      first.stdout,
      new RegExp(`^applied 0001-.*; the newest migration is ${CODE_LEVEL}$`, 'm'),
    )
    const steps = first.stderr.match(/^\[[#.]{20}\] \d+ of \d+: \d{4}-\S+$/gm) ?? []
    assert.equal(steps.length, CODE_LEVEL, first.stderr)
    const second = await run(place, 'migrate', '--json')
    assert.deepEqual(JSON.parse(second.stdout), { applied: [], newest: CODE_LEVEL, granted: [] })
    assert.equal(second.stderr, '')
  })
})

test('migrate --finish waits for an earlier version, and doctor reports it as due', async () => {
  const leftIn = async (place: TestPlace) => {
    const { stdout } = await run(place, 'doctor', '--json')
    return JSON.parse(stdout).checks.find(({ name }: Json) => name === 'migrations')
  }
  await withPlace(async (place) => {
    assert.equal((await run(place, 'migrate')).code, 0)
    assert.equal((await leftIn(place)).status, 'ok', 'nothing is due where all is new')
  })
  await withPlace(async (place) => {
    const left = () => leftIn(place)
    await migrateOnly(place)
    assert.equal((await left()).status, 'warning')
    assert.match((await left()).advice, /svc migrate --finish/)
    await query(place, `INSERT INTO heartbeats VALUES ('older', now() + interval '1 hour', NULL)`)
    const early = await run(place, 'migrate', '--finish')
    assert.equal(early.code, 1)
    assert.match(early.stderr, /processes of an earlier version run \(1, .*nothing was done/)
    assert.match((await left()).message, /left for when no earlier version runs: 1 did, \d+ s ago/)
    await query(place, 'DELETE FROM heartbeats')
    const done = await run(place, 'migrate', '--finish', '--json')
    assert.equal(done.code, 0, done.stderr)
    const { finished, persons, applied } = JSON.parse(done.stdout)
    assert.deepEqual([applied, persons], [[], 0])
    assert.ok(finished.includes('buyers.person_id'), done.stdout)
    const steps = done.stderr.match(/^\[[#.]{20}\] \d+ of \d+: \S.*$/gm) ?? []
    assert.equal(steps.length, finished.length + 1, done.stderr)
    assert.match((await run(place, 'migrate', '--finish')).stdout, /; nothing was left$/m)
    assert.equal((await left()).status, 'ok')
    const log = await run(place, 'actions', 'verify')
    assert.equal(log.code, 0, log.stdout)
  })
})

test('a database that newer code has migrated is left alone, in a sentence', async () => {
  await withPlace(async (place) => {
    await query(
      place,
      `INSERT INTO schema_migrations VALUES (9999, 'secret-plan', '', now(), 9999)`,
    )
    const migrated = await run(place, 'migrate')
    assert.equal(migrated.code, 1)
    assert.match(migrated.stderr, /this version is too old for the database/)
    const started = await ended(runProgram('main.ts', { place, environment: { SECRET_KEY } }))
    assert.equal(started.code, 1)
    assert.match(started.stderr, /this version is too old for the database/)
    assert.doesNotMatch(started.stderr, /secret-plan/)
    for (const command of ['audit', 'seals']) {
      const read = await run(place, command)
      assert.equal(read.code, command === 'audit' ? 2 : 1)
      assert.match(read.stderr, /this version is too old for the database/)
    }
  })
})

test('a database from before the first release is refused with how to begin again', async () => {
  await withPlace(async (place) => {
    await query(place, `UPDATE schema_migrations SET name = '0001-functions' WHERE number = 1`)
    const file = join(place.folder, 'backup')
    const commands = [['migrate'], ['seals'], ['audit'], ['backup', file], ['stores', 'list']]
    for (const command of commands) {
      const { code, stderr } = await run(place, ...command)
      assert.equal(code, command[0] === 'audit' ? 2 : 78, `${command[0]}: ${stderr}`)
      assert.match(stderr, /Begin anew: set DATA_DIR to another folder/)
    }
    const schema = { newest: 35, required: 35, first: '0001-functions' }
    const database = place.databaseUrl === undefined ? 'embedded' : 'postgres'
    const header = { database, schema, created: '2026-11-22T18:00:00.000Z' } as const
    await writeBackup(file, header, Readable.from([]))
    const restored = await run(place, 'restore', file)
    assert.equal(restored.code, 78)
    assert.match(restored.stderr, /Begin anew: set DATA_DIR to another folder/)
    const started = await ended(runProgram('main.ts', { place, environment: { SECRET_KEY } }))
    assert.equal(started.code, 78)
    assert.match(started.stderr, /Begin anew: set DATA_DIR to another folder/)
  })
})

test('audit and seals migrate nothing', TWO_MINUTES, async () => {
  await withPlace(async (place) => {
    await query(place, forgetAll)
    for (const command of ['audit', 'seals', 'audit']) {
      const read = await run(place, command)
      assert.equal(read.code, command === 'audit' ? 2 : 1)
      assert.equal(read.stdout, '')
      assert.match(read.stderr, /older than this version: run `svc migrate`/)
    }
  })
})

test('a service that owns the folder migrates it automatically', async () => {
  const { code, stderr, stdout } = await run(server.place, 'migrate')
  if (server.place.databaseUrl === undefined) {
    assert.equal(code, 75)
    assert.match(stderr, /in use by process/)
  } else assert.match(stdout, /^nothing to do/)
})

test('saved seals reveal an older database, and a rewritten one', async () => {
  await confirmedOrder(clientOf(server), 40_000)
  let copies: Json[] = []
  const limit = Date.now() + 60_000
  while (copies.length === 0 && Date.now() < limit) copies = await sealsOf(server.place)
  assert.ok(copies.length > 0)
  const path = join(server.place.folder, 'kept.json')
  const audit = async (seals: unknown) => {
    writeFileSync(path, typeof seals === 'string' ? seals : JSON.stringify(seals))
    return run(server.place, 'audit', '--json', '--seals', path)
  }
  const sound = await audit(copies)
  assert.equal(sound.code, 0, sound.stdout + sound.stderr)
  const { checks } = JSON.parse(sound.stdout)
  assert.match(checks.at(-1).title, /saved elsewhere/)

  const [seal] = copies
  const later = { ...seal, number: seal.number + 1_000 }
  const rewritten = { ...seal, hash: '0'.repeat(64) }
  for (const [seals, name, count] of [
    [[...copies, later], `${seal.mode} seal ${later.number}`, 1],
    [[rewritten, later], `${seal.mode} seal ${seal.number}`, 2],
  ] as const) {
    const { code, stdout } = await audit(seals)
    assert.equal(code, 1)
    const [finding, ...more] = JSON.parse(stdout).findings
    assert.deepEqual(more, [])
    assert.equal(finding.invariant, 'A13')
    assert.deepEqual(
      [finding.store_id, finding.order_id, finding.count],
      [seal.store_id, name, count],
    )
  }
  for (const strange of ['{"a": 1', '{}', '[{"store_id": 1}]', '[null]']) {
    const { code, stdout, stderr } = await audit(strange)
    assert.deepEqual([code, stdout], [2, ''])
    assert.match(stderr, /kept\.json is not/)
  }
  const missing = await run(server.place, 'audit', '--seals', `${path}.missing`)
  assert.equal(missing.code, 2)
  assert.match(missing.stderr, /could not run: .*missing/)
})

test('an audit continues from the checkpoint of one that found nothing', async () => {
  const path = join(server.place.folder, 'checkpoint.json')
  const audit = async (...options: string[]) => {
    const { code, stdout, stderr } = await run(server.place, 'audit', '--json', ...options)
    assert.equal(code, 0, stdout + stderr)
    const { whole, checked, checkpoint } = JSON.parse(stdout)
    assert.equal(checkpoint, undefined)
    return { whole, orders: checked.orders }
  }
  const first = await audit('--checkpoint', path)
  const order = await confirmedOrder(clientOf(server), 40_000)
  const next = await audit('--since', path, '--checkpoint', path)
  assert.equal(next.whole, first.whole)
  assert.ok(next.orders >= 1)
  const { audited, whole, seals } = JSON.parse(readFileSync(path, 'utf8'))
  assert.ok(audited > whole && whole === first.whole && seals.length > 0)
  assert.ok((await audit()).orders > 0, order.id)
  writeFileSync(path, JSON.stringify({ audited, whole }))
  const strange = await run(server.place, 'audit', '--since', path)
  assert.deepEqual([strange.code, strange.stdout], [2, ''])
  assert.match(strange.stderr, /checkpoint\.json is not what `audit --checkpoint` writes/)
})

test('stores are listed, and their keys made, listed and revoked', TWO_MINUTES, async () => {
  const { place, demo } = server
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(place, ...args)
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout)
  }
  const stores: Json[] = await json('stores', 'list')
  const listed = stores.find(({ store_id: id }) => id === demo.store_id)
  assert.deepEqual(Object.keys(listed ?? {}).sort(), [
    ...['active_keys', 'created', 'name', 'state', 'store_id', 'url'],
  ])
  assert.equal(listed?.active_keys, 2)
  const store = ['--store', demo.store_id]
  const made = await json('keys', 'create', ...store, '--name', 'Rescue', '--mode', 'sandbox')
  assert.equal((await clientOf(server, { key: made.key })('GET', '/orders')).status, 200)
  const keys: Json[] = await json('keys', 'list', ...store)
  const { key, ...shown } = made
  assert.deepEqual({ ...keys[0], last_used: null }, shown)
  assert.equal(keys.length, 3)
  for (const secret of [key, demo.private_key]) assert.ok(!JSON.stringify(keys).includes(secret))
  const revoked = await json('keys', 'revoke', ...store, '--key', made.kid, '--cascade')
  assert.match(revoked.revoked_at, /Z$/)
  const wrong = ['keys', 'create', ...store, '--name', ' ', '--scopes', 'orders:read,all']
  const refused = await run(place, ...wrong)
  assert.equal(refused.code, 78)
  assert.match(refused.stderr, /^--name name is required$/m)
  assert.match(refused.stderr, /^--scopes 1 must be one of/m)
  const past = await run(
    place,
    'keys',
    'create',
    ...store,
    '--name',
    'x',
    '--expires-at',
    '2020-01-01',
  )
  assert.equal(past.code, 1)
  assert.match(past.stderr, /^the key could not be created: .*expires_at must be in the future$/m)
  const unknown = await run(place, 'keys', 'list', '--store', 'none')
  assert.match(unknown.stderr, /there is no store none/)
  const missing = await run(place, 'keys', 'revoke', ...store, '--key', 'none')
  assert.match(missing.stderr, /API key not found/)
})

test('the doctor looks on while the service works', async () => {
  const { place } = server
  const { code, stdout, stderr } = await ended(
    runProgram('cli.ts', { place, args: ['doctor', '--json'] }),
  )
  const { checks } = JSON.parse(stdout)
  const bad = checks.filter(({ status }: Json) => status !== 'ok')
  // The server of the tests is not durable and archives nothing, its role is a superuser, and
  // what their disk has left is not for them to say.
  const known = ['durability', 'database role', 'disk', 'archiving']
  assert.deepEqual(
    bad.filter(({ name }: Json) => !known.includes(name)),
    [],
  )
  const isWrong = bad.some(({ status }: Json) => status === 'problem')
  assert.equal(code, isWrong ? 1 : 0, stderr)
})
