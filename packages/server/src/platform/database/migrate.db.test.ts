import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { type TestPlace, testPlace } from '../../testing/test-database.ts'
import { openDatabase, openEngine } from './open-database.ts'
import { CODE_LEVEL, findSchema } from './schema.ts'

async function open(place: TestPlace): Promise<{ migration: number; applied: string[] }> {
  const applied: string[] = []
  const database = await openDatabase({
    databaseUrl: place.databaseUrl,
    folder: join(place.folder, 'database'),
    fraction: Math.random,
    tell: (line) => applied.push(line),
  })
  const [row] = await database.query('SELECT max(number) AS number FROM schema_migrations', [])
  await database.close()
  return { migration: row?.number, applied }
}

const engineOf = ({ databaseUrl, folder }: TestPlace) =>
  openEngine({ databaseUrl, folder: join(folder, 'database'), tell: () => {} })

/** Changes what the database says of its migrations. */
async function falsify(place: TestPlace, statement: string): Promise<void> {
  const database = await openDatabase({
    databaseUrl: place.databaseUrl,
    folder: join(place.folder, 'database'),
    fraction: Math.random,
    tell: () => {},
  })
  await database.query(statement, [])
  await database.close()
}

test('applies each migration once', async () => {
  const place = await testPlace()
  const first = await open(place)
  const second = await open(place)
  assert.ok(first.migration >= 5)
  assert.match(first.applied.at(-1) ?? '', new RegExp(`^migration 0*${first.migration}-`))
  assert.equal(new Set(first.applied).size, first.applied.length)
  assert.deepEqual(second, { migration: first.migration, applied: [] })
  await place.remove()
})

test('refuses a database whose migration was written otherwise', async () => {
  const place = await testPlace()
  await open(place)
  await falsify(place, `UPDATE schema_migrations SET hash = 'other' WHERE number = 1`)
  await assert.rejects(open(place), /0001-functions has changed since it was applied/)
  await place.remove()
})

const future = (compatibleFrom: string) => `INSERT INTO schema_migrations
  (number, name, hash, applied_at, compatible_from) VALUES (9999, 'future', '', now(),
    ${compatibleFrom})`

test('refuses a database that needs newer code', async () => {
  for (const compatibleFrom of ['NULL', `${CODE_LEVEL + 1}`]) {
    const place = await testPlace()
    await open(place)
    await falsify(place, future(compatibleFrom))
    await assert.rejects(open(place), /this version is too old for the database/)
    await place.remove()
  }
})

test('works with a database that a newer version has migrated in a compatible way', async () => {
  const place = await testPlace()
  await open(place)
  await falsify(place, future(`${CODE_LEVEL}`))
  assert.deepEqual(await open(place), { migration: 9999, applied: [] })
  await place.remove()
})

test('each migration is stored with what it says of older code', async () => {
  const place = await testPlace()
  await open(place)
  const engine = await engineOf(place)
  const connection = await engine.connect()
  const { newest, required } = await findSchema(connection)
  assert.equal(newest, CODE_LEVEL)
  assert.ok(required >= 23 && required <= CODE_LEVEL, `${required}`)
  engine.release(connection, false)
  await engine.close()
  await place.remove()
})
