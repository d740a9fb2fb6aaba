// The auditor must see what the service's own rules, the constraints and the triggers would never
// let happen.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cents, type Product } from '@svc/api'
import type { Reader } from '../database/database.ts'
import { keepHistory } from '../history/keep-history.ts'
import { cancelOrder } from '../orders/cancel-order.ts'
import { editOrder } from '../orders/edit-order.ts'
import type { Order } from '../orders/order.ts'
import { refundCapture } from '../refunds/refund-capture.ts'
import { refundOrder } from '../refunds/refund-order.ts'
import { createCostlyScenario } from '../testing/costly-scenario.ts'
import type { Scenario } from '../testing/scenario.ts'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { voidOrder } from '../voids/void-order.ts'
import { audit, type Finding } from './audit.ts'
import { campaignPlants } from './campaign-plants.ts'
import { deadlinePlants } from './deadline-plants.ts'
import { moneyPlants } from './money-plants.ts'
import { payoutSweeps } from './payout-checks.ts'
import type { Plant } from './plant.ts'
import { referencePlants, TABLES_OF_ORDERS } from './reference-plants.ts'
import { settlementPlants } from './settlement-plants.ts'
import { statePlants } from './state-plants.ts'

let place: TestDatabase
let scenario: Scenario

before(async () => {
  place = await openTestDatabase()
  scenario = await createCostlyScenario(place.database)
})
after(() => place.stop())

const earlierOrder = {
  id: 'earlier',
  amount: 1,
  status: 'complete',
  type: 'card',
  order_date: '2026-01-01',
  currency: 'EUR',
}

/** An order that has seen every operation. */
async function livedOrder(product: Product = 'instalments'): Promise<Order> {
  const { writing, caller } = scenario
  const order = await scenario.confirmed(50_000, product)
  const ref = order.id
  const captureId = await scenario.capture(order, 20_000)
  await scenario.capture(order, 1_000)
  await refundCapture(writing, caller, { ref, captureId, amount: cents(500) })
  await refundOrder(writing, caller, { ref, amount: cents(20_600) })
  await voidOrder(writing, caller, { ref, amount: cents(3_000) })
  await scenario.capture(order, 1_000)
  await editOrder(writing, caller, { ref, edit: { total_amount: 40_000 }, whole: false })
  await keepHistory(writing, caller, { ref, sent: [earlierOrder] })
  return order
}

test('finds nothing in the lives of sound orders', async () => {
  await livedOrder()
  await livedOrder('pay_later')
  await livedOrder('pay_in_4')
  await scenario.checkout(10_000)
  const cancelled = await livedOrder()
  await cancelOrder(scenario.writing, scenario.caller, cancelled.id)
  const pending = await scenario.checkout(10_000)
  await cancelOrder(scenario.writing, scenario.caller, pending.id)
  const report = await audit(place.database)
  assert.deepEqual(report.findings, [])
  assert.equal(report.checked.orders, 6)
})

test('finds nothing while the service writes', async () => {
  const orders: Order[] = []
  while (orders.length < 4) orders.push(await scenario.confirmed(50_000))
  let writing = true
  const written = Promise.all(
    orders.map(async (order) => {
      for (let amount = 1; amount <= 25; amount++) await scenario.capture(order, amount)
    }),
  ).finally(() => {
    writing = false
  })
  while (writing) assert.deepEqual((await audit(place.database)).findings, [])
  await written
})

async function plantedOrder(from: Plant['from']): Promise<Order> {
  if (from === 'pending') return scenario.checkout(10_000)
  const order = await livedOrder()
  if (from === 'cancelled') await cancelOrder(scenario.writing, scenario.caller, order.id)
  return order
}

/** Carries what was found out of a transaction that is thrown away. */
class Undo extends Error {
  readonly found: readonly Finding[]

  constructor(found: readonly Finding[]) {
    super('undo')
    this.found = found
  }
}

/** The titles of the checks that any plant broke. */
const reported = new Set<string>()

async function findingsAfter(
  order: Pick<Order, 'id' | 'storeId'>,
  statements: readonly string[],
): Promise<readonly Finding[]> {
  try {
    await place.database.transaction(null, async (tx) => {
      await dropGuards(tx)
      await tx.query(ANOTHER_STORE, [order.storeId])
      for (const statement of statements) {
        const values = statement.includes('$1') ? [order.storeId, order.id] : []
        await tx.query(statement, values)
      }
      throw new Undo((await audit(tx)).findings)
    })
  } catch (error) {
    if (!(error instanceof Undo)) throw error
    for (const { message } of error.found) reported.add(message)
    return error.found
  }
  throw new Error('nothing was planted')
}

const ANOTHER_STORE = `INSERT INTO stores SELECT made.* FROM stores s
  CROSS JOIN LATERAL jsonb_populate_record(s, '{"id": "another"}') made WHERE s.id = $1`

/** Foreign keys, checks, triggers and computed columns would refuse most plants. */
async function dropGuards(tx: Reader): Promise<void> {
  await tx.query(
    `ALTER TABLE orders ALTER COLUMN status DROP EXPRESSION,
       ALTER COLUMN financing_status DROP EXPRESSION`,
    [],
  )
  const guards = await tx.query(
    `SELECT c.conrelid::regclass::text AS place, c.conname AS name FROM pg_constraint c
       JOIN pg_namespace n ON n.oid = c.connamespace
     WHERE n.nspname = 'public' AND c.contype IN ('c', 'f')`,
    [],
  )
  for (const guard of guards) {
    await tx.query(`ALTER TABLE ${guard.place} DROP CONSTRAINT "${guard.name}"`, [])
  }
  for (const table of ['ledger_entries', 'ledger_postings', 'settlement_lines', 'events']) {
    await tx.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`, [])
  }
}

const plants = [
  ...[...moneyPlants, ...statePlants, ...deadlinePlants],
  ...[...referencePlants, ...campaignPlants, ...settlementPlants],
]
for (const plant of plants) {
  const { name, expected, statements, from, found } = plant
  test(`finds ${name}`, async () => {
    const order = await plantedOrder(from)
    const named = found ?? order.id
    const findings = await findingsAfter(order, statements)
    const invariants = findings.filter((each) => each.order_id === named).map(invariantOf)
    assert.deepEqual([...new Set(invariants)].sort(), expected)
  })
}

const invariantOf = ({ invariant }: Finding): string => invariant

for (const table of TABLES_OF_ORDERS) {
  test(`finds rows of ${table} whose order is not there`, async () => {
    const order = await livedOrder()
    const found = await findingsAfter(order, [
      `UPDATE ${table} SET order_id = 'nowhere' WHERE store_id = $1 AND order_id = $2`,
    ])
    const strange = found.find(({ message }) => message.includes(`each row of ${table} `))
    assert.deepEqual([strange?.invariant, strange?.order_id], ['A14', 'nowhere'])
  })
}

test('finds that the ledger no longer refuses changes', async () => {
  const order = await livedOrder()
  const found = await findingsAfter(order, [])
  assert.deepEqual(
    found.map(({ invariant, order_id, count }) => ({ invariant, order_id, count })),
    [{ invariant: 'A1', order_id: 'ledger_entries', count: 3 }],
  )
})

test('finds a key of a store that does not exist', async () => {
  const order = await livedOrder()
  const found = await findingsAfter(order, [`UPDATE api_keys SET store_id = 'nowhere'`])
  const strange = found.filter(({ store_id }) => store_id === 'nowhere')
  assert.deepEqual(strange.map(invariantOf), ['A14'])
})

test('names the first order that offends and counts all of them, over batches', async () => {
  const { id, storeId } = await scenario.checkout(10_000)
  const copy = (table: string, key: string, own: string) =>
    `INSERT INTO ${table} SELECT made.* FROM ${table} t CROSS JOIN generate_series(1, 1200) n
      CROSS JOIN LATERAL jsonb_populate_record(t,
        replace(to_jsonb(t)::text, $2, 'copy-' || n)::jsonb || jsonb_build_object(${own})) made
      WHERE t.store_id = $1 AND t.${key} = $2`
  const found = await findingsAfter({ id, storeId }, [
    copy('orders', 'id', `'mid', 'copy-' || n, 'event_sequence', 2`),
    copy('events', 'order_id', `'id', 'event-' || n || t.id, 'position', NULL`),
    copy('order_details', 'order_id', ''),
  ])
  assert.deepEqual(
    found
      .filter(({ store_id }) => store_id === storeId)
      .map(({ invariant, order_id, count }) => ({ invariant, order_id, count })),
    [{ invariant: 'A12', order_id: 'copy-1', count: 1200 }],
  )
})

test('every check has been broken by a plant', async () => {
  const { checks } = await audit(place.database)
  // What breaks these stands in payouts.db.test.ts.
  const elsewhere = new Set(payoutSweeps.flatMap((sweep) => sweep.checks.map(({ title }) => title)))
  const silent = checks.filter(
    ({ title }) => !elsewhere.has(title) && !reported.has(`broken: ${title}`),
  )
  assert.deepEqual(silent, [])
})

test('the database refuses to change a ledger row', async () => {
  const order = await livedOrder()
  await assert.rejects(
    place.database.query('UPDATE ledger_postings SET amount = 1 WHERE order_id = $1', [order.id]),
    /never changed/,
  )
})
