// What 0008 does to a database that holds stores and orders already.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { findStore } from '../../tenancy/stores/store.ts'
import { otherFindings } from '../../testing/older-rows.ts'
import { createScenario } from '../../testing/scenario.ts'
import { testPlace } from '../../testing/test-database.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'

/** As it was before: without the tables, and with what the version before had written. */
const UNDO = [
  'DROP TABLE campaign_articles',
  'DROP TABLE campaigns',
  'ALTER TABLE order_details DROP COLUMN campaign_discounts',
  `UPDATE order_details SET offer = offer - 'discounts' WHERE offer IS NOT NULL`,
  'DELETE FROM schema_migrations WHERE number = 8',
]

const terms = (type: string, currency = 'EUR') => ({ type, currency, min_amount: 100 })
const before: Readonly<Record<string, readonly object[]>> = {
  standard: [terms('instalments'), terms('pay_later')],
  reversed: [terms('pay_later'), terms('instalments')],
  single: [terms('instalments')],
  foreign: [terms('instalments', 'USD')],
  both: [terms('instalments', 'USD'), terms('pay_later', 'USD'), terms('instalments')],
  already: [terms('pay_in_4'), terms('instalments')],
  none: [],
}
const after: Readonly<Record<string, readonly string[]>> = {
  standard: ['instalments EUR', 'pay_in_4 EUR', 'pay_later EUR'],
  reversed: ['pay_in_4 EUR', 'pay_later EUR', 'instalments EUR'],
  single: ['instalments EUR', 'pay_in_4 EUR'],
  foreign: ['instalments USD'],
  both: ['instalments USD', 'pay_in_4 EUR', 'pay_later USD', 'instalments EUR'],
  already: ['pay_in_4 EUR', 'instalments EUR'],
  none: [],
}

test('stores get pay_in_4 in its place once, and orders stay sound', async () => {
  const place = await testPlace()
  const open = (): Promise<Database> =>
    openDatabase({
      databaseUrl: place.databaseUrl,
      folder: join(place.folder, 'database'),
      fraction: Math.random,
      tell: () => {},
    })
  const first = await open()
  const scenario = await createScenario(first)
  const order = await scenario.confirmed(50_000)
  const waiting = await scenario.checkout(10_000)
  for (const [id, products] of Object.entries(before)) {
    await first.query(
      `INSERT INTO stores SELECT made.* FROM stores s CROSS JOIN LATERAL jsonb_populate_record(s,
         jsonb_build_object('id', $2::text, 'settings', s.settings || $3::jsonb)) made
       WHERE s.id = $1`,
      [order.storeId, id, JSON.stringify({ products })],
    )
  }
  await first.query(
    `INSERT INTO payout_calendars (store_id, sandbox) SELECT s.id, m.sandbox
     FROM stores s, (VALUES (true), (false)) m (sandbox) WHERE s.id <> $1`,
    [order.storeId],
  )
  for (const statement of UNDO) await first.query(statement, [])
  await first.close()

  const second = await open()
  for (const [id, products] of Object.entries(after)) {
    const store = await findStore(second, id)
    const names = store?.settings.products.map(({ type, currency }) => `${type} ${currency}`)
    assert.deepEqual(names, products, id)
    assert.equal(store?.settings.confirmation_timeout, 120)
  }
  const standard = await findStore(second, 'standard')
  const { products } = scenario.caller.store.settings
  // Fees came with later migrations.
  const buyers = { opening_fee_rate: 0, opening_fee_fixed: 0, downpayment_rate: 0, late_charge: 0 }
  const withFees = { ...standard?.settings.products[1], ...buyers, fee_rate: 0, fee_fixed: 0 }
  assert.deepEqual(
    withFees,
    products.find(({ type }) => type === 'pay_in_4'),
  )
  const rows = await second.query(
    'SELECT order_id, offer, campaign_discounts FROM order_details ORDER BY offer IS NULL',
    [],
  )
  assert.deepEqual(
    rows.map((row) => [row.order_id, row.offer?.discounts, row.campaign_discounts]),
    [
      [order.id, [], []],
      [waiting.id, undefined, []],
    ],
  )
  assert.deepEqual(await otherFindings(second), [])
  await second.close()
  await place.remove()
})
