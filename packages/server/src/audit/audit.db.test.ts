// The auditor must see what the service's own rules, the constraints and the triggers would never
// let happen.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cents } from '@svc/api'
import { cancelOrder } from '../orders/cancel-order.ts'
import { editOrder } from '../orders/edit-order.ts'
import type { Order } from '../orders/order.ts'
import { refundCapture } from '../refunds/refund-capture.ts'
import { refundOrder } from '../refunds/refund-order.ts'
import { createScenario, type Scenario } from '../testing/scenario.ts'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { voidOrder } from '../voids/void-order.ts'
import { audit } from './audit.ts'

let place: TestDatabase
let scenario: Scenario

before(async () => {
  place = await openTestDatabase()
  scenario = await createScenario(place.database)
})
after(() => place.stop())

/** An order that has seen every operation. */
async function livedOrder(product: 'instalments' | 'pay_later' = 'instalments'): Promise<Order> {
  const { writing, caller } = scenario
  const order = await scenario.confirmed(50_000, product)
  const ref = order.id
  const captureId = await scenario.capture(order, 20_000)
  await scenario.capture(order, 1_000)
  await refundCapture(writing, caller, { ref, captureId, amount: cents(500) })
  await refundOrder(writing, caller, { ref, amount: cents(20_600) })
  await voidOrder(writing, caller, { ref, amount: cents(3_000) })
  await editOrder(writing, caller, { ref, edit: { total_amount: 40_000 }, whole: false })
  return order
}

test('finds nothing in the lives of sound orders', async () => {
  await livedOrder()
  await livedOrder('pay_later')
  await scenario.checkout(10_000)
  const cancelled = await livedOrder()
  await cancelOrder(scenario.writing, scenario.caller, cancelled.id)
  const pending = await scenario.checkout(10_000)
  await cancelOrder(scenario.writing, scenario.caller, pending.id)
  const report = await audit(place.database)
  assert.deepEqual(report.findings, [])
  assert.equal(report.checked.orders, 5)
})

const of = 'store_id = $1 AND order_id = $2'

/**
 * What is done to a sound order behind the service's back, and the invariants that must be reported
 * for it.
 */
const plants: readonly {
  readonly name: string
  readonly expected: readonly string[]
  readonly statements: readonly string[]
  readonly cancelled?: boolean
}[] = [
  {
    name: 'a posting whose amount was raised',
    expected: ['A13', 'A3'],
    statements: [`UPDATE ledger_postings SET amount = amount + 1 WHERE ${of} AND sequence = 2`],
  },
  {
    name: 'an entry without postings',
    expected: ['A1', 'A13', 'A3'],
    statements: [`DELETE FROM ledger_postings WHERE ${of} AND sequence = 2`],
  },
  {
    name: 'a posting to an account that does not exist',
    expected: ['A1', 'A13', 'A3'],
    statements: [`UPDATE ledger_postings SET debit = 'pocket' WHERE ${of} AND sequence = 1`],
  },
  {
    name: 'a ledger that is missing',
    expected: ['A1', 'A13', 'A3'],
    statements: [
      `DELETE FROM ledger_postings WHERE ${of}`,
      `DELETE FROM ledger_entries WHERE ${of}`,
    ],
  },
  {
    name: 'an entry removed from the end of the chain',
    expected: ['A13', 'A3'],
    statements: [
      `DELETE FROM ledger_postings WHERE ${of} AND sequence = (SELECT max(sequence)
        FROM ledger_entries WHERE ${of})`,
      `DELETE FROM ledger_entries WHERE ${of} AND sequence = (SELECT max(sequence)
        FROM ledger_entries WHERE ${of})`,
    ],
  },
  {
    name: 'an entry whose time was changed',
    expected: ['A13'],
    statements: [
      `UPDATE ledger_entries SET created_at = created_at + interval '1 ms' WHERE ${of}
        AND sequence = 3`,
    ],
  },
  {
    name: 'an entry in another currency',
    expected: ['A1', 'A13'],
    statements: [`UPDATE ledger_entries SET currency = 'USD' WHERE ${of} AND sequence = 3`],
  },
  {
    name: 'captures above the approved total',
    expected: ['A12', 'A2', 'A3', 'A6'],
    statements: [`UPDATE captures SET amount = amount + 60000 WHERE ${of}`],
  },
  {
    name: 'refunds above the approved total',
    expected: ['A12', 'A2', 'A3', 'A6'],
    statements: [
      `UPDATE refunds SET amount = amount + 60000, from_captures = from_captures + 60000
        WHERE ${of}`,
    ],
  },
  {
    name: 'a capture refunded by more than its pieces',
    expected: ['A2', 'A3'],
    statements: [`UPDATE captures SET refunded_amount = refunded_amount + 1 WHERE ${of}`],
  },
  {
    name: 'a sum on the order that is not that of its rows',
    expected: ['A3'],
    statements: [
      'UPDATE orders SET voided_amount = voided_amount + 1 WHERE store_id = $1 AND id = $2',
    ],
  },
  {
    name: 'a refund that is not the sum of its parts',
    expected: ['A3'],
    statements: [
      `UPDATE refunds SET from_uncaptured = from_uncaptured + 1,
        from_captures = from_captures - 1 WHERE ${of}`,
    ],
  },
  {
    name: 'a total that was lowered without an entry',
    expected: ['A12', 'A3'],
    statements: [
      'UPDATE orders SET total_amount = total_amount - 1 WHERE store_id = $1 AND id = $2',
    ],
  },
  {
    name: 'an order marked as cancelled that is not settled',
    expected: ['A10', 'A5'],
    statements: [`UPDATE orders SET state = 'cancelled' WHERE store_id = $1 AND id = $2`],
  },
  {
    name: 'a cancelled order that was opened again',
    expected: ['A5'],
    statements: [`UPDATE orders SET state = 'confirmed' WHERE store_id = $1 AND id = $2`],
    cancelled: true,
  },
  {
    name: 'a capture after the cancellation',
    expected: ['A12', 'A3', 'A5', 'A6'],
    statements: [
      `INSERT INTO captures (store_id, order_id, id, sequence, amount, created_at)
       VALUES ($1, $2, 'late', 99, 100, now())`,
    ],
    cancelled: true,
  },
  {
    name: 'an event after the cancellation',
    expected: ['A12', 'A5'],
    statements: [
      `INSERT INTO events (store_id, order_id, sequence, id, type, data, created_at)
       SELECT store_id, order_id, sequence + 1, 'late', 'order.edited', data, created_at
       FROM events WHERE ${of} ORDER BY sequence DESC LIMIT 1`,
    ],
    cancelled: true,
  },
  {
    name: 'an event that is missing',
    expected: ['A12'],
    statements: [`DELETE FROM events WHERE ${of} AND sequence = 1`],
  },
  {
    name: 'an operation that has no event of its kind',
    expected: ['A12'],
    statements: [`UPDATE events SET type = 'order.edited' WHERE ${of} AND type = 'order.voided'`],
  },
  {
    name: 'a kept answer without an effect',
    expected: ['A11'],
    statements: [
      `INSERT INTO idempotency_keys (store_id, sandbox, key, request_hash, order_id,
        effect_sequence, status, created_at)
       VALUES ($1, true, 'planted', '', $2, 999, 200, now())`,
    ],
  },
  {
    name: 'two keys for one effect',
    expected: ['A11'],
    statements: [
      'DROP INDEX idempotency_keys_effect',
      `INSERT INTO idempotency_keys (store_id, sandbox, key, request_hash, order_id,
        effect_sequence, status, created_at)
       VALUES ($1, true, 'one', '', $2, 3, 200, now()), ($1, true, 'two', '', $2, 3, 200, now())`,
    ],
  },
  {
    name: 'a kept answer of the other mode',
    expected: ['A14'],
    statements: [
      `INSERT INTO idempotency_keys (store_id, sandbox, key, request_hash, order_id,
        effect_sequence, status, created_at)
       VALUES ($1, false, 'planted', '', $2, 3, 200, now())`,
    ],
  },
]

/** Plants in a transaction that is thrown away, audits inside it, and answers what was found. */
class Undo extends Error {
  readonly found: Awaited<ReturnType<typeof audit>>['findings']

  constructor(found: Undo['found']) {
    super('undo')
    this.found = found
  }
}

async function findingsAfter(order: Order, statements: readonly string[]): Promise<Undo['found']> {
  try {
    await place.database.transaction(null, async (tx) => {
      for (const table of [
        'orders',
        'captures',
        'voids',
        'refunds',
        'capture_refunds',
        'events',
        'idempotency_keys',
      ]) {
        await dropGuards(tx, table)
      }
      for (const table of ['ledger_entries', 'ledger_postings']) {
        await dropGuards(tx, table)
        await tx.query(`ALTER TABLE ${table} DISABLE TRIGGER ${table}_append_only`, [])
      }
      for (const statement of statements) {
        const values = [order.storeId, order.id].slice(0, statement.includes('$1') ? 2 : 0)
        await tx.query(statement, values)
      }
      throw new Undo((await audit(tx)).findings)
    })
  } catch (error) {
    if (error instanceof Undo) return error.found
    throw error
  }
  throw new Error('nothing was planted')
}

type Tx = { query(text: string, values: readonly unknown[]): Promise<Record<string, unknown>[]> }

/** Foreign keys and checks would refuse most plants. */
async function dropGuards(tx: Tx, table: string): Promise<void> {
  const guards = await tx.query(
    `SELECT conname AS name FROM pg_constraint WHERE conrelid = $1::text::regclass
      AND contype IN ('c', 'f')`,
    [table],
  )
  for (const { name } of guards)
    await tx.query(`ALTER TABLE ${table} DROP CONSTRAINT "${String(name)}"`, [])
}

for (const { name, expected, statements, cancelled } of plants) {
  test(`finds ${name}`, async () => {
    const order = await livedOrder()
    if (cancelled === true) await cancelOrder(scenario.writing, scenario.caller, order.id)
    const found = await findingsAfter(order, statements)
    const ofOrder = found.filter(({ order_id }) => order_id === order.id)
    const invariants = [...new Set(ofOrder.map(({ invariant }) => invariant))].sort()
    assert.deepEqual(invariants, expected)
  })
}

test('finds that the ledger no longer refuses changes', async () => {
  const order = await livedOrder()
  const found = await findingsAfter(order, [])
  assert.deepEqual(
    found.map(({ invariant, order_id, count }) => ({ invariant, order_id, count })),
    [{ invariant: 'A1', order_id: 'ledger_entries', count: 2 }],
  )
})

test('finds a row that names the order of another store', async () => {
  const order = await livedOrder()
  const other = await createScenario(place.database)
  const found = await findingsAfter(order, [
    `UPDATE voids SET store_id = '${other.caller.store.id}' WHERE ${of}`,
  ])
  const strange = found.find(({ invariant }) => invariant === 'A14')
  assert.equal(strange?.order_id, order.id)
  assert.equal(strange?.store_id, other.caller.store.id)
})

test('the database refuses to change a ledger row', async () => {
  const order = await livedOrder()
  await assert.rejects(
    place.database.query('UPDATE ledger_postings SET amount = 1 WHERE order_id = $1', [order.id]),
    /never changed/,
  )
})
