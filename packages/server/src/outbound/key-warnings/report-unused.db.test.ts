import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { createScenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { createKey } from '../../tenancy/api-keys/create-key.ts'
import { findKey, touchKey } from '../../tenancy/api-keys/store.ts'
import { createUnusedKeys, reportUnused } from './report-unused.ts'

const place = ownDatabase()

const DAY_MS = 24 * 3_600_000

test('a key that nobody has used for 90 days is reported once, until its next use', async () => {
  const { database } = place
  const { caller, writing } = await createScenario(database)
  const storeId = caller.store.id
  let time = systemClock.now().getTime()
  const clock = { ...systemClock, now: () => new Date(time) }
  const working = { ...writing, database, clock }
  const wish = { name: 'Warehouse', kind: 'private', mode: 'live' } as const
  const input = { storeId, timeZone: 'UTC', actorId: null, wish }
  const { key } = await createKey(working, input)
  const { key: short } = await createKey(working, {
    ...input,
    wish: { ...wish, expires_at: new Date(time + 10 * DAY_MS).toISOString() },
  })
  const lane = createUnusedKeys(working)
  const events = () =>
    database.query<AnyRow>(
      `SELECT sandbox, data FROM events WHERE store_id = $1 AND type = 'api_key.unused'
         AND subject = ANY($2::text[]) ORDER BY created_at`,
      [storeId, [key.id, short.id]],
    )
  time += 90 * DAY_MS - 60_000
  await lane.work(() => {})
  assert.deepEqual(await events(), [])
  time += 120_000
  while ((await lane.work(() => {})) > 0);
  const { id, name, hint } = key
  const event = { sandbox: false, data: { api_key: { id, name, hint }, last_used: null } }
  assert.deepEqual(await events(), [event], 'in its own mode, and not of a key that has ended')
  while ((await lane.work(() => {})) > 0);
  assert.equal((await events()).length, 1)
  const since = new Date(time - 90 * DAY_MS)
  await Promise.all([1, 2, 3].map(() => reportUnused(working, key, since)))
  assert.equal((await events()).length, 1, 'another process finds it too')
  time += 60_000
  await touchKey(database, key, { at: clock.now(), unlessAfter: clock.now() })
  const used = await findKey(database, { storeId, id })
  time += 91 * DAY_MS
  while ((await lane.work(() => {})) > 0);
  const [, again] = await events()
  assert.equal(again?.data.last_used, used?.lastUsedAt?.toISOString())
})
