// What happened before there were settlement lines gets them, and nothing costs the store more.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { cents } from '@svc/api'
import { standardSettings } from '../../model/stores/new-store.ts'
import { cancelOrder } from '../../orders/editing/cancel-order.ts'
import { editOrder } from '../../orders/editing/edit-order.ts'
import { refundCapture } from '../../orders/refunds/refund-capture.ts'
import { refundOrder } from '../../orders/refunds/refund-order.ts'
import { voidOrder } from '../../orders/voids/void-order.ts'
import type { Database } from '../../platform/database/database.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { createCostlyScenario } from '../../testing/costly-scenario.ts'
import { otherFindings } from '../../testing/older-rows.ts'
import { testPlace } from '../../testing/test-database.ts'

const COLUMNS = [
  ...['fee_rate', 'fee_fixed', 'fees_on_refund', 'campaign_cost'],
  ...['capture_count', 'fee_booked', 'campaign_cost_booked'],
]

const linesOf = (database: Database) =>
  database.query(
    `SELECT store_id, sandbox, type, order_id, event_sequence, ledger_sequence, effect_id,
       currency, amount, net, created_at
     FROM settlement_lines ORDER BY order_id, event_sequence, type`,
    [],
  )

test('orders from before settlement lines get theirs, and no new costs', async (context) => {
  const place = await testPlace()
  const open = () =>
    openDatabase({
      databaseUrl: place.databaseUrl,
      folder: join(place.folder, 'database'),
      fraction: Math.random,
      tell: () => {},
    })
  let database = await open()
  context.after(async () => {
    await database.close()
    await place.remove()
  })
  const scenario = await createCostlyScenario(database, {
    settings: { products: standardSettings.products },
  })
  const { writing, caller } = scenario
  /** In those days a campaign cost nothing. */
  const confirmed = async (product: 'instalments' | 'pay_in_4' | 'pay_later' = 'instalments') => {
    const order = await scenario.confirmed(50_000, product)
    await database.query('UPDATE orders SET campaign_cost = 0 WHERE id = $1', [order.id])
    return order
  }
  for (const product of ['instalments', 'pay_in_4', 'pay_later'] as const) {
    const lived = await confirmed(product)
    const ref = lived.id
    const captureId = await scenario.capture(lived, 20_000)
    await scenario.capture(lived, 1_000)
    await refundCapture(writing, caller, { ref, captureId, amount: cents(500) })
    await refundOrder(writing, caller, { ref, amount: cents(22_000) })
    await voidOrder(writing, caller, { ref, amount: cents(3_000) })
    await editOrder(writing, caller, { ref, edit: { total_amount: 40_000 }, whole: false })
    await editOrder(writing, caller, { ref, edit: { discount: 5 }, whole: false })
    if (product === 'pay_in_4') await cancelOrder(writing, caller, ref)
    const gone = await confirmed(product)
    await voidOrder(writing, caller, { ref: gone.id, amount: cents(50_000) })
  }
  const waiting = await scenario.confirmed(50_000)
  assert.ok(waiting.campaignCost > 0)
  await scenario.checkout(10_000)
  const before = await linesOf(database)
  assert.equal(before.length, 3 * 7 + 1)

  await database.query('DROP TABLE settlement_lines', [])
  for (const column of COLUMNS) {
    await database.query(`ALTER TABLE orders DROP COLUMN ${column} CASCADE`, [])
  }
  await database.query(
    `UPDATE stores SET settings = replace(replace(settings::text, '"fee_rate": 0,', ''),
      '"fee_fixed": 0,', '')::jsonb`,
    [],
  )
  await database.query('DELETE FROM schema_migrations WHERE number = 15', [])
  await database.close()
  database = await open()

  assert.deepEqual(await linesOf(database), before)
  const ids = await database.query('SELECT DISTINCT id FROM settlement_lines', [])
  assert.equal(ids.length, before.length)
  const [store] = await database.query('SELECT settings FROM stores', [])
  assert.deepEqual(store?.settings.products, standardSettings.products)
  const costs = await database.query(
    'SELECT id, campaign_cost FROM orders WHERE campaign_cost > 0 AND captured_amount = 0',
    [],
  )
  const cost = costs.find(({ id }) => id === waiting.id)
  assert.equal(cost?.campaign_cost, waiting.campaignCost)
  const captured = await database.query(
    'SELECT capture_count, campaign_cost FROM orders WHERE captured_amount > 0',
    [],
  )
  const kept = { capture_count: 2, campaign_cost: 0 }
  assert.deepEqual(captured, [kept, kept, kept])
  assert.deepEqual(await otherFindings(database), [])
})
