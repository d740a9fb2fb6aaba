// Who is placed and never sealed is late, unless the time of their events is a test clock's.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createScenario, type Scenario } from '../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../test/fixtures/test-database.ts'
import { placeEvents } from '../outbound/placing/place-events.ts'
import { sealStream } from '../outbound/seals/seal-stream.ts'
import { audit } from './audit.ts'

const ELEVEN_MINUTES_MS = 11 * 60_000

const place = ownDatabase()

async function placed({ confirmed, writing, caller }: Scenario) {
  await confirmed(10_000)
  const key = { storeId: caller.store.id, sandbox: caller.sandbox }
  await placeEvents({ ...writing, database: place.database }, key)
  return key
}

const late = async () =>
  (await audit(place.database)).findings.filter(({ message }) => message.includes('ten minutes'))

test('an unsealed stream is late, except where the store has a test clock', async () => {
  const sealed = await placed(await createScenario(place.database))
  const forgotten = await placed(await createScenario(place.database))
  const clock = { now: () => new Date(Date.now() + ELEVEN_MINUTES_MS) }
  await sealStream({ writer: place.database, clock }, sealed)
  assert.deepEqual(
    (await late()).map(({ invariant, store_id: store }) => [invariant, store]),
    [['A13', forgotten.storeId]],
  )
  await place.database.query(
    `INSERT INTO test_clocks (store_id, shows, created_at) VALUES ($1, now(), now())`,
    [forgotten.storeId],
  )
  assert.deepEqual(await late(), [])
})
