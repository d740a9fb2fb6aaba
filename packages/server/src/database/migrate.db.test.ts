import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { type TestPlace, testPlace } from '../testing/test-database.ts'
import { findMigration } from './migrate.ts'
import { openDatabase } from './open-database.ts'

async function open(place: TestPlace): Promise<{ migration: number; applied: string[] }> {
  const applied: string[] = []
  const database = await openDatabase({
    databaseUrl: place.databaseUrl,
    folder: join(place.folder, 'database'),
    fraction: Math.random,
    tell: (line) => applied.push(line),
  })
  const migration = await findMigration(database)
  await database.close()
  return { migration, applied }
}

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

test('refuses a database that is newer than the program', async () => {
  const place = await testPlace()
  await open(place)
  await falsify(place, `INSERT INTO schema_migrations VALUES (9999, 'future', '', now())`)
  await assert.rejects(open(place), /newer than this version/)
  await place.remove()
})
