// Orders from before there were deadlines get theirs, and nobody's lapse comes unannounced.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { cents } from '@svc/api'
import { standardSettings } from '../../model/stores/new-store.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { otherFindings } from '../../testing/older-rows.ts'
import { createScenario } from '../../testing/scenario.ts'
import { testPlace } from '../../testing/test-database.ts'
import { voidOrder } from '../voids/void-order.ts'

const DAY = 86_400_000

test('orders that were confirmed before there were deadlines get theirs', async () => {
  const place = await testPlace()
  const open = () =>
    openDatabase({
      databaseUrl: place.databaseUrl,
      folder: join(place.folder, 'database'),
      fraction: Math.random,
      tell: () => {},
    })
  let database = await open()
  const old = { now: () => new Date(Date.now() - 60 * DAY) }
  const products = standardSettings.products.map((each) =>
    each.type === 'pay_later' ? { ...each, capture_within: 200 } : each,
  )
  const settings = { products, capture_within: 66 }
  const scenario = await createScenario(database, { clock: old, settings })
  const standard = await createScenario(database, { clock: old })
  const confirmed = {
    own: await scenario.confirmed(10_000, 'pay_later'),
    ofStore: await scenario.confirmed(10_000),
    usual: await standard.confirmed(10_000),
    over: await standard.confirmed(10_000, 'pay_later'),
  }
  await scenario.checkout(10_000)
  const captured = await scenario.confirmed(10_000)
  await scenario.capture(captured, 10_000)
  const voided = await scenario.confirmed(10_000)
  const whole = { ref: voided.id, amount: cents(10_000) }
  await voidOrder(scenario.writing, scenario.caller, whole)

  for (const column of ['automatic_capture', 'capture_within', 'capture_before', 'lapse_due_at']) {
    await database.query(`ALTER TABLE orders DROP COLUMN ${column} CASCADE`, [])
  }
  await database.query('DELETE FROM schema_migrations WHERE number = 10', [])
  await database.close()
  const began = Date.now()
  database = await open()

  const rows = await database.query(
    'SELECT id, capture_within, confirmed_at, capture_before, lapse_due_at FROM orders',
    [],
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  const days = (order: { id: string }) => {
    const row = found.get(order.id)
    const from = (date: Date) => (date.getTime() - row?.confirmed_at.getTime()) / DAY
    return [row?.capture_within, from(row?.capture_before), from(row?.lapse_due_at)]
  }
  assert.deepEqual(days(confirmed.own), [200, 200, 193])
  assert.deepEqual(days(confirmed.usual), [null, 90, 83])
  for (const [order, within] of [
    [confirmed.ofStore, 66],
    [confirmed.over, null],
  ] as const) {
    const row = found.get(order.id)
    assert.equal(row?.capture_within, within)
    const left = row?.capture_before.getTime() - began
    assert.ok(left >= 7 * DAY && left < 7 * DAY + 60_000, `${left}`)
    assert.equal(row?.lapse_due_at.getTime(), row?.capture_before.getTime() - 7 * DAY)
  }
  assert.equal(rows.filter((row) => row.capture_before !== null).length, 4)
  assert.deepEqual(await otherFindings(database), [])
  await database.close()
  await place.remove()
})
