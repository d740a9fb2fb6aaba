// A store from before there were payouts gets its calendars, and its first payout takes all that it
// has earned until then.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { nextPayoutAt } from '../../model/payouts/calendar.ts'
import { standardSchedule } from '../../model/payouts/schedule.ts'
import { placeEvents } from '../../outbound/events/place-events.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { findAccount } from '../../tenancy/stores/find-account.ts'
import { otherFindings } from '../../testing/older-rows.ts'
import { createScenario } from '../../testing/scenario.ts'
import { testClocks } from '../../testing/test-clocks.ts'
import { testPlace } from '../../testing/test-database.ts'
import { makePayouts } from './make-payouts.ts'

/** A later migration, which is done already. */
const HASH_SINCE = 'ALTER TABLE store_entries ADD COLUMN content_hash text'

test('stores from before payouts are paid on Mondays, first all they have earned', async () => {
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
  const { caller, writing } = scenario
  const order = await scenario.confirmed(50_000)
  await scenario.capture(order, 20_000)
  for (const table of ['store_postings', 'store_entries', 'payouts', 'payout_accounts']) {
    await database.query(`DROP TABLE ${table} CASCADE`, [])
  }
  await database.query('DROP TABLE payout_calendars CASCADE', [])
  await database.query(`UPDATE stores SET settings = settings - 'payout_schedule'`, [])
  await database.query(
    `INSERT INTO stores SELECT made.* FROM stores s CROSS JOIN LATERAL
       jsonb_populate_record(s, '{"id": "tokyo", "time_zone": "Asia/Tokyo"}') made`,
    [],
  )
  await database.query('DELETE FROM schema_migrations WHERE number = 16', [])
  await database.close()
  database = await open()
  await database.query(HASH_SINCE, [])

  const rows = await database.query(
    `SELECT c.store_id, c.sandbox, c.next_at, s.time_zone FROM payout_calendars c
       JOIN stores s ON s.id = c.store_id ORDER BY c.store_id, c.sandbox`,
    [],
  )
  assert.equal(rows.length, 4)
  for (const { next_at: nextAt, time_zone: zone } of rows) {
    assert.deepEqual(nextAt, nextPayoutAt(standardSchedule, zone, new Date()))
  }
  const { settings } = await findAccount({ database }, caller.store.id)
  assert.deepEqual(settings.payout_schedule, standardSchedule)

  const key = { storeId: caller.store.id, sandbox: true }
  await placeEvents({ database, clocks: testClocks(database, writing) }, key)
  const [payout] = await makePayouts({ ...writing, writer: database }, key, 'by hand')
  assert.deepEqual([payout?.amount, payout?.fromPosition], [20_000, 0])
  assert.deepEqual(await otherFindings(database), [])
  await database.close()
  await place.remove()
})
