// Notes about keys beside the requests: rare enough that nobody can flood the database with them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { createScenario } from '../../../../../test/fixtures/scenario.ts'
import { testClocks } from '../../../../../test/fixtures/test-clocks.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import type { Database } from '../../platform/database/database.ts'
import { listActiveKeys } from '../../tenancy/api-keys/store.ts'
import type { WholeService } from '../service/whole-service.ts'
import { createKeyWatch } from './key-watch.ts'

const START = new Date('2026-11-21T12:00:00Z')
const PAGE = 'https://page.example'
const place = ownDatabase()
let now = START
const clock = { now: () => now }
const atMinute = (minutes: number): void => {
  now = new Date(START.getTime() + minutes * 60_000)
}

async function newWatched() {
  now = START
  const { caller, writing } = await createScenario(place.database)
  const storeId = caller.store.id
  const readKey = async () => {
    const keys = await listActiveKeys(place.database, storeId, now)
    const key = keys.find(({ kind }) => kind === 'private')
    assert.ok(key !== undefined)
    return key
  }
  const errors: object[] = []
  /** A process of its own; its writes go to this database. */
  const watch = (database: Database = place.database) => {
    const log = { error: (details: object) => errors.push(details), info: () => {} }
    const clocks = testClocks(database, { clock, ids: writing.ids })
    return createKeyWatch({ database, clocks, ids: writing.ids, log } as unknown as WholeService)
  }
  const events = () =>
    place.database.query<AnyRow>(
      `SELECT sandbox, data, created_at FROM events WHERE store_id = $1 AND order_id IS NULL
         ORDER BY created_at`,
      [storeId],
    )
  return { key: await readKey(), readKey, watch, events, errors }
}

test('the last use is noted once a minute, by whichever process', async () => {
  const { key, readKey, watch } = await newWatched()
  const [one, two] = [watch(), watch()]
  const seen: (number | undefined)[] = []
  for (const minutes of [0, 0.5, 0.99, 1, 1.5, 2.5]) {
    atMinute(minutes)
    // As a request finds it: read again now and then.
    const read = await readKey()
    for (const process of [one, two]) process.used(read)
    await Promise.all([one.settled(), two.settled()])
    const { lastUsedAt } = await readKey()
    seen.push(lastUsedAt === null ? undefined : (lastUsedAt.getTime() - START.getTime()) / 60_000)
  }
  assert.deepEqual(seen, [0, 0, 0, 1, 1, 2.5])
  assert.equal(key.lastUsedAt, null)
})

test('a process that reads an old row does not write again within the minute', async () => {
  const { key, readKey, watch } = await newWatched()
  const process = watch()
  process.used(key)
  await process.settled()
  atMinute(0.5)
  process.used(key)
  await process.settled()
  assert.deepEqual((await readKey()).lastUsedAt, START)
})

test('an exposed key makes one event an hour and mode, whichever process sees it', async () => {
  const { key, watch, events } = await newWatched()
  const processes = [watch(), watch()]
  for (const minutes of [0, 1, 59.9, 60, 60.1, 119, 121]) {
    atMinute(minutes)
    for (const process of [...processes, watch()]) {
      for (let times = 0; times < 5; times++) {
        process.exposed(key, { sandbox: true, origin: PAGE })
        process.exposed(key, { sandbox: false, origin: PAGE })
      }
      await process.settled()
    }
  }
  const actual = await events()
  const at = (sandbox: boolean) =>
    actual
      .filter((event) => event.sandbox === sandbox)
      .map((event) => (event.created_at.getTime() - START.getTime()) / 60_000)
  assert.deepEqual(at(true), [0, 60, 121])
  assert.deepEqual(at(false), [0, 60, 121])
})

test('concurrent processes write one event', async () => {
  const { key, watch, events } = await newWatched()
  const processes = Array.from({ length: 8 }, () => watch())
  for (const process of processes) process.exposed(key, { sandbox: true, origin: PAGE })
  await Promise.all(processes.map((process) => process.settled()))
  assert.equal((await events()).length, 1)
})

test('an exposure that could not be written is written with the next', async () => {
  const { key, watch, events, errors } = await newWatched()
  let fails = true
  const database: Database = {
    ...place.database,
    transaction: (queue, work) =>
      fails ? Promise.reject(new Error('gone')) : place.database.transaction(queue, work),
  }
  const process = watch(database)
  process.exposed(key, { sandbox: true, origin: PAGE })
  await process.settled()
  assert.equal(errors.length, 1)
  assert.equal((await events()).length, 0)
  fails = false
  process.exposed(key, { sandbox: true, origin: PAGE })
  await process.settled()
  assert.equal((await events()).length, 1)
})

test('the event names the key and the page, and nothing else of the request', async () => {
  const key = `sk_${'a'.repeat(56)}`
  const origins = [
    [PAGE, PAGE],
    ['https://Page.Example:443', PAGE],
    ['null', null],
    ['not an origin', null],
    [`https://${key}.example`, 'https://….example'],
    [`https://${key.toUpperCase()}.example`, 'https://….example'],
    ['x'.repeat(10_000), null],
    [`https://${'x'.repeat(10_000)}`, null],
  ] as const
  for (const [sent, stored] of origins) {
    const { key: exposed, watch, events } = await newWatched()
    const process = watch()
    process.exposed(exposed, { sandbox: true, origin: sent })
    await process.settled()
    const [event] = await events()
    const { id, name, hint } = exposed
    assert.deepEqual(event?.data, { api_key: { id, name, hint }, origin: stored })
  }
})
