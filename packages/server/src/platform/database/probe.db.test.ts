import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { migratedPlace, type TestPlace } from '../../../../../test/fixtures/test-database.ts'
import { machineClock } from '../time/clock.ts'
import { type OpenDatabase, openDatabase } from './open-database.ts'

let place: TestPlace
let database: OpenDatabase

before(async () => {
  place = await migratedPlace()
  database = await openDatabase({
    databaseUrl: place.databaseUrl,
    folder: join(place.folder, 'database'),
    fraction: Math.random,
    print: () => {},
  })
})
after(async () => {
  await database.close()
  await place.remove()
})

test('finds the schema, the clock and the write in order, again and again', async () => {
  const probe = database.openProbe({ clock: machineClock, processId: 'one' })
  for (let count = 0; count < 3; count++) {
    const { schema, clockOffMs, writeFailure } = await probe()
    assert.deepEqual([schema, writeFailure], ['compatible', undefined])
    assert.ok(clockOffMs < 1_000, `${clockOffMs}`)
  }
  const rows = await database.query('SELECT process_id FROM heartbeats', [])
  assert.deepEqual(rows, [{ process_id: 'one' }])
})

test('measures how far our clock is off, either way', async () => {
  for (const offsetMs of [-10_000, 10_000]) {
    const clock = { now: () => new Date(machineClock.now().getTime() + offsetMs) }
    const { clockOffMs } = await database.openProbe({ clock, processId: 'two' })()
    assert.ok(Math.abs(clockOffMs - 10_000) < 2_000, `${clockOffMs}`)
  }
})

test('forgets processes that ended days ago', async () => {
  const old = `INSERT INTO heartbeats VALUES ('old', now() - interval '2 days')`
  await database.query(old, [])
  await database.openProbe({ clock: machineClock, processId: 'three' })()
  const rows = await database.query(`SELECT 1 FROM heartbeats WHERE process_id = 'old'`, [])
  assert.deepEqual(rows, [])
})

test('reports why a write fails, and leaves the session in order', async () => {
  const probe = database.openProbe({ clock: machineClock, processId: 'four' })
  await database.query('ALTER TABLE heartbeats RENAME TO heartbeats_aside', [])
  assert.equal((await probe()).writeFailure?.code, '42P01')
  await database.query('ALTER TABLE heartbeats_aside RENAME TO heartbeats', [])
  assert.equal((await probe()).writeFailure, undefined)
})
