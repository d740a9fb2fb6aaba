// Values that nothing can be computed with are findings like others, and hide nothing behind them.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { allowAnything, findingsAfter } from '../../../../test/fixtures/audited-change.ts'
import { createCostlyScenario } from '../../../../test/fixtures/costly-scenario.ts'
import { ownDatabase } from '../../../../test/fixtures/test-database.ts'
import type { Order } from '../model/order/order.ts'
import { UNREADABLE } from './run-sweep.ts'

const place = ownDatabase({ planted: true })
let orders: Order[]

before(async () => {
  const scenario = await createCostlyScenario(place.database)
  orders = []
  for (let count = 0; count < 5; count++) {
    const order = await scenario.confirmed(30_000)
    await scenario.capture(order, 10_000)
    orders.push(order)
  }
  orders.sort((a, b) => (a.id < b.id ? -1 : 1))
  await allowAnything(place.database)
})

const ITS = 'store_id = $1 AND order_id = $2'
const CAPTURED = `${ITS} AND type = 'order.captured'`

/** What the auditor would otherwise compute with. */
const spoiling: Readonly<Record<string, string>> = {
  'an amount that is none': `UPDATE events SET data = data || '{"total_amount": "much"}'
    WHERE ${CAPTURED}`,
  'an amount beyond all bounds': `UPDATE events SET data = data || '{"amount": 1e400}'
    WHERE ${CAPTURED}`,
  'a moment that is none': `UPDATE events SET type = 'order.lapsed',
    data = data || '{"capture_before": "2026-02-30"}' WHERE ${CAPTURED}`,
  'a moment without an end': `UPDATE captures SET created_at = 'infinity' WHERE ${ITS}`,
  'a day without an end': `UPDATE loans SET starts_on = 'infinity' WHERE ${ITS}`,
  'a zone that is none': `UPDATE loans SET time_zone = 'Nowhere' WHERE ${ITS}`,
  'an offer that is none': `UPDATE order_details SET offer = '"paid"' WHERE ${ITS}`,
  'an offer whose schedule is none': `UPDATE order_details SET offer = offer || '{"schedule": 1}'
    WHERE ${ITS}`,
  'terms that are none': `UPDATE order_details SET loan_terms = '[]' WHERE ${ITS}`,
  'reasons that are none': `UPDATE decisions SET reasons = '{}' WHERE ${ITS}`,
  'details that are there twice': `INSERT INTO order_details
    SELECT d.* FROM order_details d WHERE ${ITS}`,
  'an event that is there twice': `INSERT INTO events SELECT e.* FROM events e WHERE ${CAPTURED}`,
}

const UNIQUE = ['order_details', 'events']

for (const [name, statement] of Object.entries(spoiling)) {
  test(`finds ${name}, and the faults behind it`, async () => {
    const [, spoilt, , behind] = orders
    assert.ok(spoilt !== undefined && behind !== undefined)
    const { whole: findings } = await findingsAfter(place.database, async ({ query }) => {
      for (const table of UNIQUE)
        await query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_pkey`, [])
      await query('DROP INDEX events_of_order', [])
      await query(statement, [spoilt.storeId, spoilt.id])
      await query(`UPDATE captures SET amount = amount + 1 WHERE ${ITS}`, [
        behind.storeId,
        behind.id,
      ])
    })
    const places = findings.map(({ order_id: id }) => id)
    assert.ok(places.includes(spoilt.id), JSON.stringify(findings))
    const sums = findings.find(({ message }) => message.includes('sums on the order'))
    assert.deepEqual([sums?.order_id, sums?.count], [behind.id, 1])
  })
}

test('a value that no statement can compute with is a separate finding', async () => {
  const [, , spoilt] = orders
  assert.ok(spoilt !== undefined)
  const { whole: findings } = await findingsAfter(place.database, async ({ query }) => {
    await query(`UPDATE events SET data = data || '{"amount": "much"}' WHERE ${ITS}`, [
      spoilt.storeId,
      spoilt.id,
    ])
  })
  const one = findings.find(({ message }) => message.endsWith(UNREADABLE.title))
  assert.deepEqual(
    [one?.invariant, one?.store_id, one?.order_id],
    [...['A14', spoilt.storeId, spoilt.id]],
  )
})
