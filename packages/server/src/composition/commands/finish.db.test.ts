// Unfinished migrations until the previous version is gone: the waiting, the work, and again.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { createScenario, newBuyer } from '../../../../../test/fixtures/scenario.ts'
import { type TestPlace, testPlace } from '../../../../../test/fixtures/test-database.ts'
import { audit } from '../../audit/audit.ts'
import { createDatabase } from '../../platform/database/create-database.ts'
import type { Database, Engine } from '../../platform/database/database.ts'
import { StatementFailed } from '../../platform/database/failure.ts'
import { findOlder, listRests } from '../../platform/database/finishing.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { openDatabase, openEngine } from '../../platform/database/open-database.ts'
import { CODE_LEVEL, readSchema } from '../../platform/database/schema.ts'
import { finishMigrations } from './finish.ts'

let place: TestPlace
let engine: Engine
let database: Database

before(async () => {
  // As an earlier version would have begun it.
  place = await testPlace('initialised')
  const folder = join(place.folder, 'database')
  engine = await openEngine({ databaseUrl: place.databaseUrl, folder, print: () => {} })
  await migrate(engine, () => {})
  database = createDatabase(engine, Math.random)
})
after(async () => {
  await database.close()
  await place.remove()
})

const query = (text: string, values: readonly unknown[] = []) =>
  database.query<AnyRow>(text, values)

/** A process whose code is of that level, as it says itself; for as long as the test takes. */
async function running(level: number | null, secondsAgo = -600): Promise<void> {
  await query('DELETE FROM heartbeats')
  await query(
    `INSERT INTO heartbeats (process_id, beat_at, code_level)
     VALUES ('other', clock_timestamp() - make_interval(secs => $1), $2)`,
    [secondsAgo, level],
  )
}

type Step = Parameters<Parameters<typeof finishMigrations>[1]['show']>[0]
const finish = (show: (step: Step) => void = () => {}) =>
  finishMigrations(engine, { demo: false, show })

const refusedWith = (code: string) => (error: unknown) =>
  error instanceof StatementFailed && error.code === code
const NOT_NULL = '23502'

test('an empty database leaves nothing to finish', async () => {
  const fresh = await testPlace('initialised')
  const folder = join(fresh.folder, 'database')
  const options = { databaseUrl: fresh.databaseUrl, folder, fraction: Math.random }
  const opened = await openDatabase({ ...options, print: () => {} })
  try {
    assert.deepEqual(await listRests(opened), [])
    assert.equal((await readSchema(opened)).required, CODE_LEVEL)
    const shop = await createScenario(opened)
    await shop.capture(await shop.confirmed(10_000), 4_000)
    assert.deepEqual((await audit(opened)).findings, [])
  } finally {
    await opened.close()
    await fresh.remove()
  }
})

test('while an earlier version runs nothing is done, and it is named', async () => {
  for (const level of [null, CODE_LEVEL - 1]) {
    await running(level)
    const before = await listRests(database)
    await assert.rejects(finish(), /processes of an earlier version run \(1, .* 0 s ago\)/)
    assert.deepEqual(await listRests(database), before)
    assert.ok((await readSchema(database)).required < CODE_LEVEL)
  }
  await running(CODE_LEVEL)
  assert.equal((await findOlder(database)).count, 0)
  await running(null, 61)
  assert.equal((await findOlder(database)).count, 0)
})

test('a newer version finishes its own migrations', async () => {
  const number = CODE_LEVEL + 1
  await query(`INSERT INTO schema_migrations VALUES ($1, 'future', '', now(), 1)`, [number])
  await assert.rejects(finish(), /a newer version has migrated the database/)
  await query('DELETE FROM schema_migrations WHERE number = $1', [number])
})

test('after an interruption it continues, until no row lacks its new values', async () => {
  const buyer = newBuyer()
  const shop = await createScenario(database, { buyer })
  const order = await shop.confirmed(10_000)
  await query('UPDATE buyers SET person_id = NULL')
  const rests = await listRests(database)
  for (const kind of ['default', 'not_null', 'constraint']) {
    assert.ok(
      rests.some((each) => each.kind === kind),
      kind,
    )
  }
  const stopAt = rests.findIndex(({ kind }) => kind === 'constraint') + 1
  const begun: string[] = []
  await assert.rejects(
    finish(({ name, number, count }) => {
      assert.deepEqual([number, count], [begun.length + 1, rests.length + 1])
      if (begun.push(name) === stopAt + 1) throw new Error('killed')
    }),
    /killed/,
  )
  const left = await listRests(database)
  assert.equal(left.length, rests.length - stopAt + 1)
  const { finished, persons } = await finish()
  assert.deepEqual([finished.length, persons], [left.length, 0])
  assert.deepEqual(await listRests(database), [])
  assert.deepEqual(await finish(), { finished: [], persons: 0 })
  const known = 'count(*)::integer AS count, count(person_id)::integer AS persons'
  const [row] = await query(`SELECT ${known} FROM buyers`)
  assert.deepEqual(row, { count: 1, persons: 1 })
  await assert.rejects(query('UPDATE buyers SET person_id = NULL'), refusedWith(NOT_NULL))
  const copied = `INSERT INTO events SELECT e.* FROM events o CROSS JOIN LATERAL
    jsonb_populate_record(o, '{"id": "copy", "action_id": null}') e LIMIT 1`
  await assert.rejects(query(copied), refusedWith(NOT_NULL))
  const defaults = await query(
    `SELECT column_default AS text FROM information_schema.columns
     WHERE table_schema = current_schema() AND column_name = 'action_id'`,
  )
  assert.ok(defaults.length > 6 && defaults.every(({ text }) => text === null))
  assert.equal((await readSchema(database)).required, CODE_LEVEL)
  await shop.capture(order, 4_000)
  await shop.confirmed(5_000)
  assert.deepEqual((await audit(database)).findings, [])
})
