// What happened before there were seals is sealed, too, and with the ledger that it had then.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { cents } from '@svc/api'
import { voidOrder } from '../../orders/voids/void-order.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { otherFindings } from '../../testing/older-rows.ts'
import { createScenario } from '../../testing/scenario.ts'
import { testClocks } from '../../testing/test-clocks.ts'
import { testPlace } from '../../testing/test-database.ts'
import { placeEvents } from '../events/place-events.ts'
import { sealStream } from './seal-stream.ts'

const TRIGGER_THEN = `CREATE TRIGGER events_placed_once BEFORE UPDATE ON events FOR EACH ROW
  WHEN (OLD.position IS NOT NULL) EXECUTE FUNCTION refuse_change()`

/** A later migration, which is done already. */
const VERSION_SINCE = `ALTER TABLE seals ADD COLUMN content_version smallint NOT NULL DEFAULT 1`

const LEDGER_ENDS = `SELECT id, ledger_sequence FROM events ORDER BY id`

test('events from before there were seals learn where their ledger ended', async () => {
  const place = await testPlace()
  const open = () =>
    openDatabase({
      databaseUrl: place.databaseUrl,
      folder: join(place.folder, 'database'),
      fraction: Math.random,
      tell: () => {},
    })
  let database = await open()
  const scenario = await createScenario(database)
  const key = { storeId: scenario.caller.store.id, sandbox: true }
  const order = await scenario.confirmed(10_000)
  await scenario.capture(order, 4_000)
  await placeEvents({ ...scenario.writing, database }, key)
  const rest = { ref: order.id, amount: cents(6_000) }
  await voidOrder(scenario.writing, scenario.caller, rest)
  const over = await scenario.confirmed(10_000)
  const whole = { ref: over.id, amount: cents(10_000) }
  await voidOrder(scenario.writing, scenario.caller, whole)
  await scenario.checkout(1_000)
  const written = await database.query(LEDGER_ENDS, [])
  assert.ok(written.some((row) => row.ledger_sequence === 3))

  await database.query('DROP TABLE seals, seal_heads', [])
  await database.query('ALTER TABLE events DROP COLUMN ledger_sequence CASCADE', [])
  await database.query(TRIGGER_THEN, [])
  await database.query('DELETE FROM schema_migrations WHERE number = 17', [])
  await database.close()
  database = await open()
  await database.query(VERSION_SINCE, [])
  assert.deepEqual(await database.query(LEDGER_ENDS, []), written)
  assert.deepEqual(await otherFindings(database), [])
  const clocks = testClocks(database, scenario.writing)
  while ((await placeEvents({ database, clocks }, key)) > 0);
  const soon = { now: () => new Date(Date.now() + 120_000) }
  assert.equal(await sealStream({ writer: database, clock: soon }, key), written.length)
  assert.deepEqual(await otherFindings(database), [])
  await database.close()
  await place.remove()
})
