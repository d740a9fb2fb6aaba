import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import {
  type Beginning,
  type TestPlace,
  testPlace,
} from '../../../../../test/fixtures/test-database.ts'
import type { Engine } from './database.ts'
import { DatabaseUnsuitable } from './failure.ts'
import { type MigrationReport, migrate } from './migrate.ts'
import { openDatabase, openEngine } from './open-database.ts'
import { CODE_LEVEL, FIRST_MIGRATION, findSchema, MIGRATIONS } from './schema.ts'
import { readSnapshot } from './snapshot.ts'

let folder: string
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrations-'))
})
after(() => rmSync(folder, { recursive: true, force: true }))

let folders = 0
/** The first migration, and made-up later ones from 0002 on. */
function laterFolder(...later: readonly string[]): URL {
  const path = join(folder, `${folders++}`)
  mkdirSync(path)
  const first = `${FIRST_MIGRATION}.sql`
  copyFileSync(new URL(first, MIGRATIONS), join(path, first))
  for (const [index, sql] of later.entries())
    writeFileSync(join(path, `000${index + 2}-later.sql`), `-- compatible-from: 1\n${sql};\n`)
  return pathToFileURL(`${path}/`)
}

async function withPlace(
  beginning: Beginning,
  work: (place: TestPlace) => Promise<void>,
): Promise<void> {
  const place = await testPlace(beginning)
  await work(place).finally(() => place.remove())
}

async function withEngine<T>(place: TestPlace, work: (engine: Engine) => Promise<T>): Promise<T> {
  const { databaseUrl } = place
  const path = join(place.folder, 'database')
  const engine = await openEngine({ databaseUrl, folder: path, print: () => {} })
  return work(engine).finally(() => engine.close())
}

/** A migrated database, or one without a table. */
const onEngine = (beginning: Beginning, work: (engine: Engine) => Promise<void>) =>
  withPlace(beginning, (place) => withEngine(place, work))

const migrated = (engine: Engine, migrations?: URL): Promise<MigrationReport> =>
  migrate(engine, () => {}, migrations)

async function open(place: TestPlace): Promise<string[]> {
  const applied: string[] = []
  const database = await openDatabase({
    databaseUrl: place.databaseUrl,
    folder: join(place.folder, 'database'),
    fraction: Math.random,
    print: (line) => applied.push(line),
  })
  await database.close()
  return applied
}

/** Changes or reads what the database says of itself. */
async function query(engine: Engine, text: string) {
  const connection = await engine.connect()
  const [rows = []] = await connection.batch([{ text, values: [] }])
  engine.release(connection, false)
  return rows
}

test('applies each migration once', () =>
  withPlace('initialised', async (place) => {
    const first = await open(place)
    assert.equal(first[0], `migration ${FIRST_MIGRATION}`)
    assert.equal(first.length, CODE_LEVEL)
    assert.deepEqual(await open(place), [])
  }))

test('refuses a database whose migration has another content', () =>
  onEngine('migrated', async (engine) => {
    await migrated(engine)
    await query(engine, `UPDATE schema_migrations SET hash = 'other' WHERE number = 1`)
    await assert.rejects(migrated(engine), /0001-schema has changed since it was applied/)
  }))

const future = (compatibleFrom: number) => `INSERT INTO schema_migrations
  (number, name, hash, applied_at, compatible_from) VALUES (9999, 'future', '', now(),
    ${compatibleFrom})`

test('refuses a database that needs newer code', () =>
  onEngine('migrated', async (engine) => {
    await migrated(engine)
    await query(engine, future(CODE_LEVEL + 1))
    await assert.rejects(migrated(engine), /this version is too old for the database/)
  }))

test('works with a database that a newer version has migrated in a compatible way', () =>
  onEngine('migrated', async (engine) => {
    await migrated(engine)
    await query(engine, future(CODE_LEVEL))
    assert.deepEqual((await migrated(engine)).applied, [])
  }))

test('a database from before the first release is refused, and nothing in it changes', () =>
  onEngine('initialised', async (engine) => {
    // As it was: the column came with the twenty-fourth migration of that numbering.
    await query(
      engine,
      `CREATE TABLE schema_migrations (number integer PRIMARY KEY, name text NOT NULL,
         hash text NOT NULL, applied_at timestamptz NOT NULL)`,
    )
    await query(
      engine,
      `INSERT INTO schema_migrations SELECT n, CASE n WHEN 1 THEN '0001-functions'
         ELSE '0002-stores' END, '', now() FROM generate_series(1, 2) n`,
    )
    const refused = (error: Error) => {
      assert.ok(error instanceof DatabaseUnsuitable)
      assert.match(error.message, /Begin anew: set DATA_DIR to another folder.*DATABASE_URL/)
      return true
    }
    await assert.rejects(migrated(engine), refused)
    await assert.rejects(
      readSnapshot(engine, async () => {}),
      refused,
    )
    const tables = `SELECT count(*)::integer AS count FROM pg_tables WHERE schemaname = 'public'`
    assert.deepEqual(await query(engine, tables), [{ count: 1 }])
  }))

test('each migration is stored with its compatibility with older code', () =>
  onEngine('initialised', async (engine) => {
    await migrated(engine, laterFolder('CREATE TABLE later (id text)'))
    const connection = await engine.connect()
    const schema = await findSchema(connection)
    engine.release(connection, false)
    assert.deepEqual(schema, { newest: 2, required: 1, first: FIRST_MIGRATION })
  }))

test('a later migration finds the rows that are there', () =>
  onEngine('initialised', async (engine) => {
    await migrated(engine, laterFolder())
    await query(engine, `INSERT INTO heartbeats VALUES ('one', now())`)
    const later = laterFolder('ALTER TABLE heartbeats ADD COLUMN beats integer DEFAULT 7')
    assert.deepEqual(await migrated(engine, later), { applied: ['0002-later'], newest: 2 })
    assert.deepEqual(await query(engine, 'SELECT beats FROM heartbeats'), [{ beats: 7 }])
    assert.deepEqual(await migrated(engine, later), { applied: [], newest: 2 })
  }))

test('a failed migration leaves nothing, earlier ones stay, and a restart continues', () =>
  onEngine('initialised', async (engine) => {
    const one = 'CREATE TABLE later (id text)'
    const failing = laterFolder(one, 'CREATE TABLE half (id text); SELECT 1 / 0')
    await assert.rejects(migrated(engine, failing), /division by zero/)
    const there = await query(
      engine,
      `SELECT to_regclass('later') IS NOT NULL AS later, to_regclass('half') IS NOT NULL AS half,
         max(number) AS newest FROM schema_migrations`,
    )
    assert.deepEqual(there, [{ later: true, half: false, newest: 2 }])
    const mended = await migrated(engine, laterFolder(one, 'CREATE TABLE half (id text)'))
    assert.deepEqual(mended, { applied: ['0003-later'], newest: 3 })
  }))

if (process.env.TEST_DATABASE === 'postgres') {
  test('one of several processes that start together migrates, and the others wait for it', () =>
    withPlace('initialised', async (place) => {
      const later = laterFolder('CREATE TABLE later AS SELECT pg_sleep(0.5)::text')
      const starting = [1, 2, 3].map(() => withEngine(place, (engine) => migrated(engine, later)))
      const reports = await Promise.all(starting)
      const applied = reports.flatMap((report) => report.applied)
      assert.deepEqual(applied, [FIRST_MIGRATION, '0002-later'])
      assert.deepEqual(
        reports.map(({ newest }) => newest),
        [2, 2, 2],
      )
    }))

  test('a table that others hold for longer than a migration waits is tried again', () =>
    withPlace('initialised', (place) =>
      withEngine(place, async (engine) => {
        await migrated(engine, laterFolder())
        const holder = await engine.connect()
        const held = holder.script('BEGIN; LOCK TABLE heartbeats; SELECT pg_sleep(3); COMMIT')
        const LOCKED = `SELECT 1 FROM pg_locks WHERE relation = 'heartbeats'::regclass
          AND mode = 'AccessExclusiveLock' AND granted`
        while ((await query(engine, LOCKED)).length === 0) await pause(10)
        const later = laterFolder('ALTER TABLE heartbeats ADD COLUMN beats integer')
        assert.deepEqual(await migrated(engine, later), { applied: ['0002-later'], newest: 2 })
        await held
        engine.release(holder, false)
      }),
    ))
}
