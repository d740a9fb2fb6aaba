import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { migratedPlace } from '../../../../../test/fixtures/test-database.ts'
import type { Reader } from './database.ts'
import { openDatabase, openEngine } from './open-database.ts'
import { readSnapshot } from './snapshot.ts'

async function begin() {
  const place = await migratedPlace()
  const { databaseUrl } = place
  const options = { databaseUrl, folder: join(place.folder, 'database'), print: () => {} }
  const database = await openDatabase({ ...options, fraction: Math.random })
  return { place, options, database }
}

// The embedded database has one session: nobody writes meanwhile.
if (process.env.TEST_DATABASE === 'postgres') {
  test('everything read is of one moment, whatever is written meanwhile', async () => {
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

  test('several connections see one moment, and a failure on one harms no other', async () => {
    const { place, options, database } = await begin()
    const engine = await openEngine({ ...options, connectionsMax: 16 })
    const count =
      'SELECT count(*)::integer AS count, pg_backend_pid() AS pid FROM schema_migrations'
    const read = async (reader: Reader) => (await reader.query(count, []))[0]
    const rows = await readSnapshot(
      engine,
      async (reader) => {
        const before = await read(reader)
        await database.query(
          `INSERT INTO schema_migrations (number, name, hash, applied_at, compatible_from)
           VALUES (9999, 'future', '', now(), 1)`,
          [],
        )
        const failing = reader.query('SELECT 1 / 0 AS nothing', []).catch(() => 'failed')
        const after = await Promise.all(Array.from({ length: 40 }, () => read(reader)))
        assert.equal(await failing, 'failed')
        return [before, ...after]
      },
      4,
    )
    assert.equal(new Set(rows.map((row) => row?.count)).size, 1)
    assert.equal(new Set(rows.map((row) => row?.pid)).size, 4)
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
