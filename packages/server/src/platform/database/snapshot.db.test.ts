import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { migratedPlace } from '../../../../../test/fixtures/test-database.ts'
import { openDatabase, openEngine } from './open-database.ts'
import { readSnapshot } from './snapshot.ts'

async function begin() {
  const place = await migratedPlace()
  const { databaseUrl } = place
  const options = { databaseUrl, folder: join(place.folder, 'database'), tell: () => {} }
  const database = await openDatabase({ ...options, fraction: Math.random })
  return { place, options, database }
}

// The embedded database has one session: nobody writes meanwhile.
if (process.env.TEST_DATABASE === 'postgres') {
  test('what is read is of one moment, whatever is written meanwhile', async () => {
    const { place, options, database } = await begin()
    const count = 'SELECT count(*)::integer AS count FROM schema_migrations'
    const engine = await openEngine(options)
    await readSnapshot(engine, async (reader) => {
      const [before] = await reader.query(count, [])
      await database.query(
        `INSERT INTO schema_migrations (number, name, hash, applied_at, compatible_from)
         VALUES (9999, 'future', '', now(), 1)`,
        [],
      )
      const [after] = await reader.query(count, [])
      const [migrations] = await reader.search(
        'SELECT max(number) AS newest FROM schema_migrations',
        [],
      )
      assert.deepEqual(after, before)
      assert.notEqual(migrations?.newest, 9999)
    })
    await engine.close()
    await database.close()
    await place.remove()
  })
}

test('nothing can be written in it, and its end leaves the session in order', async () => {
  const { place, options, database } = await begin()
  await database.close()
  const engine = await openEngine({ ...options, connectionsMax: 1 })
  for (const statement of ['DELETE FROM stores', 'CREATE TABLE more (id text)']) {
    await assert.rejects(
      readSnapshot(engine, (reader) => reader.query(statement, [])),
      /read-only transaction/,
    )
  }
  assert.equal(await readSnapshot(engine, async () => 'read'), 'read')
  await engine.close()
  await place.remove()
})

test('a database that is not migrated as far is not read', async () => {
  const { place, options, database } = await begin()
  await database.query(
    'DELETE FROM schema_migrations WHERE number = (SELECT max(number) FROM schema_migrations)',
    [],
  )
  await database.close()
  const engine = await openEngine(options)
  await assert.rejects(
    readSnapshot(engine, async () => 'read'),
    /older than this version: run `svc migrate`/,
  )
  await engine.close()
  await place.remove()
})
