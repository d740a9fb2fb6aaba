// The auditor must see what the service's own rules, the constraints and the triggers would never
// let happen.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cents, type Product } from '@svc/api'
import { actionFaults } from '../../../../test/fixtures/audit/action-faults.ts'
import { approvalFaults } from '../../../../test/fixtures/audit/approval-faults.ts'
import { campaignFaults } from '../../../../test/fixtures/audit/campaign-faults.ts'
import { dateFaults } from '../../../../test/fixtures/audit/date-faults.ts'
import { deadlineFaults } from '../../../../test/fixtures/audit/deadline-faults.ts'
import { decisionFaults } from '../../../../test/fixtures/audit/decision-faults.ts'
import { deliveryFaults, soundRecipients } from '../../../../test/fixtures/audit/delivery-faults.ts'
import { documentFaults } from '../../../../test/fixtures/audit/document-faults.ts'
import type { InjectedFault } from '../../../../test/fixtures/audit/injected-fault.ts'
import {
  lenderEventFaults,
  soundLenderEvents,
} from '../../../../test/fixtures/audit/lender-event-faults.ts'
import { lenderFaults } from '../../../../test/fixtures/audit/lender-faults.ts'
import { loanFaults } from '../../../../test/fixtures/audit/loan-faults.ts'
import { moneyFaults } from '../../../../test/fixtures/audit/money-faults.ts'
import { permissionFaults } from '../../../../test/fixtures/audit/permission-faults.ts'
import {
  referenceFaults,
  TABLES_OF_ORDERS,
} from '../../../../test/fixtures/audit/reference-faults.ts'
import { settlementFaults } from '../../../../test/fixtures/audit/settlement-faults.ts'
import { staffFaults } from '../../../../test/fixtures/audit/staff-faults.ts'
import { stateFaults } from '../../../../test/fixtures/audit/state-faults.ts'
import { storeFaults } from '../../../../test/fixtures/audit/store-faults.ts'
import { placedFaults, REWRITTEN_CHAIN } from '../../../../test/fixtures/audit/stream-faults.ts'
import { tallyFaults } from '../../../../test/fixtures/audit/tally-faults.ts'
import { termsFaults } from '../../../../test/fixtures/audit/terms-faults.ts'
import { findingsAfter as findingsAfterChange } from '../../../../test/fixtures/audited-change.ts'
import { createCostlyScenario } from '../../../../test/fixtures/costly-scenario.ts'
import { endedOrders, lentOrder, repaidOrder } from '../../../../test/fixtures/loan-lives.ts'
import { createScenario, type Scenario } from '../../../../test/fixtures/scenario.ts'
import { openTestDatabase, type TestDatabase } from '../../../../test/fixtures/test-database.ts'
import type { Order } from '../model/order/order.ts'
import { cancelOrder } from '../orders/editing/cancel-order.ts'
import { editOrder } from '../orders/editing/edit-order.ts'
import { keepHistory } from '../orders/history/keep-history.ts'
import { refundCapture } from '../orders/refunds/refund-capture.ts'
import { refundOrder } from '../orders/refunds/refund-order.ts'
import { voidOrder } from '../orders/voids/void-order.ts'
import { placeEvents } from '../outbound/placing/place-events.ts'
import { sealStream } from '../outbound/seals/seal-stream.ts'
import type { Database, Reader } from '../platform/database/database.ts'
import { placeActions } from '../tenancy/actions/place-actions.ts'
import { actedPayoutSweeps } from './acted-checks.ts'
import { audit, type Finding } from './audit.ts'
import { bankAccountSweeps } from './bank-account-checks.ts'
import { payoutSweeps } from './payout-checks.ts'
import { UNREADABLE } from './run-sweep.ts'

/** Sound, and guarded by all that the database refuses. */
let place: TestDatabase
let shared: Scenario
/**
 * Has one order of each kind and no guards. What is planted there is taken back, so that every
 * plant finds the same orders.
 */
let injecting: TestDatabase
const soil = new Map<InjectedFault['from'], Injected>()

before(async () => {
  place = await openTestDatabase()
  shared = await createCostlyScenario(place.database)
  injecting = await openTestDatabase({ planted: true })
  await injectOrders()
})
after(() => Promise.all([place.stop(), injecting.stop()]))

const earlierOrder = {
  id: 'earlier',
  amount: 1,
  status: 'complete',
  type: 'card',
  order_date: '2026-01-01',
  currency: 'EUR',
}

/** An order that has seen every operation. */
async function livedOrder(
  product: Product = 'instalments',
  scenario: Scenario = shared,
): Promise<Order> {
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
  await shared.checkout(10_000)
  const cancelled = await livedOrder()
  await cancelOrder(shared.writing, shared.caller, cancelled.id)
  const pending = await shared.checkout(10_000)
  await cancelOrder(shared.writing, shared.caller, pending.id)
  await placeAndSeal(place, shared)
  const report = await audit(place.database)
  assert.deepEqual(report.findings, [])
  assert.equal(report.checked.orders, 6)
  assert.equal(report.checked.seals, 1)
})

test('finds nothing in loans that came to any end', async () => {
  await endedOrders(place.database)
  assert.deepEqual((await audit(place.database)).findings, [])
})

test('finds nothing while the service writes', async () => {
  const orders: Order[] = []
  while (orders.length < 4) orders.push(await shared.confirmed(50_000))
  let writing = true
  const written = Promise.all(
    orders.map(async (order) => {
      for (let amount = 1; amount <= 25; amount++) await shared.capture(order, amount)
    }),
  ).finally(() => {
    writing = false
  })
  while (writing) assert.deepEqual((await audit(place.database)).findings, [])
  await written
})

type Injected = Pick<Order, 'id' | 'storeId'>

/** The last one's notifications are still on their way: an order signed later would send them. */
const KINDS = ['lent', 'repaid', 'pending', 'sealed', 'cancelled', undefined] as const

async function injectOrders(): Promise<void> {
  const { database } = injecting
  const scenario = await createCostlyScenario(database)
  for (const kind of KINDS) {
    soil.set(kind, await faultyOrder(scenario, kind))
    await placeAllActions(database)
  }
  await dropGuards(database)
}

/** A minute later than the time before, so that a seal is due. */
async function placeAllActions(database: Database): Promise<void> {
  const now = new Date(Date.now() - 600_000 + 61_000 * ++placings)
  const clock = { real: true, now: () => now } as const
  for (const mode of ['sandbox', 'live'] as const) await placeActions({ database, clock }, mode)
}
let placings = 0

async function faultyOrder(scenario: Scenario, from: InjectedFault['from']): Promise<Injected> {
  if (from === 'lent') return lentOrder(injecting.database)
  if (from === 'repaid') return repaidOrder(injecting.database)
  if (from === 'pending') return scenario.checkout(10_000)
  if (from === 'sealed') return sealedOrder()
  const order = await livedOrder('instalments', scenario)
  if (from === 'cancelled') await cancelOrder(scenario.writing, scenario.caller, order.id)
  return order
}

async function sealedOrder(): Promise<Order> {
  const scenario = await createScenario(injecting.database)
  const order = await livedOrder('instalments', scenario)
  await placeAndSeal(injecting, scenario)
  return order
}

function orderOf(from: InjectedFault['from']): Injected {
  const order = soil.get(from)
  if (order === undefined) throw new Error(`there is no order that is ${from}`)
  return order
}

const keyOf = ({ caller }: Scenario) => ({
  storeId: caller.store.id,
  sandbox: caller.sandbox,
})

async function placeAndSeal({ database }: TestDatabase, scenario: Scenario): Promise<void> {
  const { writing } = scenario
  assert.notEqual(await placeEvents({ ...writing, database }, keyOf(scenario)), 0)
  assert.notEqual(await sealStream(writing, keyOf(scenario)), 0)
}

/** The titles of the checks that any plant broke. */
const reported = new Set<string>()

async function findingsAfter(
  order: Injected,
  statements: readonly string[],
  isAstray = false,
): Promise<readonly Finding[]> {
  const { whole, since } = await findingsAfterChange(injecting.database, async (tx) => {
    await tx.query(ANOTHER_STORE, [order.storeId])
    for (const statement of statements) {
      const values = statement.includes('$1') ? [order.storeId, order.id] : []
      await tx.query(statement, values)
    }
  })
  for (const { message } of whole) reported.add(message)
  const briefly = (findings: readonly Finding[]) =>
    findings.map(({ message, store_id, order_id }) => ({ message, store_id, order_id }))
  if (!isAstray) assert.deepEqual(briefly(since), briefly(whole))
  return whole
}

const ANOTHER_STORE = `WITH made AS (INSERT INTO stores SELECT made.* FROM stores s
    CROSS JOIN LATERAL jsonb_populate_record(s, '{"id": "another"}') made WHERE s.id = $1
    RETURNING id)
  INSERT INTO payout_calendars (store_id, sandbox)
    SELECT made.id, mode FROM made, (VALUES (true), (false)) m (mode)`

/** Foreign keys, checks, triggers and computed columns would refuse most plants. */
async function dropGuards({ query }: Reader): Promise<void> {
  await query(
    `ALTER TABLE orders ALTER COLUMN status DROP EXPRESSION,
       ALTER COLUMN financing_status DROP EXPRESSION`,
    [],
  )
  const guards = await query(
    `SELECT c.conrelid::regclass::text AS place, c.conname AS name FROM pg_constraint c
       JOIN pg_namespace n ON n.oid = c.connamespace
     WHERE n.nspname = 'public' AND c.contype IN ('c', 'f')`,
    [],
  )
  for (const guard of guards) {
    await query(`ALTER TABLE ${guard.place} DROP CONSTRAINT "${guard.name}"`, [])
  }
  const tables = [
    ...['ledger_entries', 'ledger_postings', 'settlement_lines', 'events', 'seals'],
    ...['documents', 'decisions', 'decision_reviews', 'allocations', 'reductions', 'actions'],
    ...['action_seals', 'store_terms', 'creditors'],
  ]
  for (const table of tables) {
    await query(`ALTER TABLE ${table} DISABLE TRIGGER USER`, [])
  }
}

const faults = [
  ...[...moneyFaults, ...stateFaults, ...deadlineFaults],
  ...[...referenceFaults, ...campaignFaults, ...settlementFaults],
  ...[...loanFaults, ...dateFaults],
  ...[...placedFaults, ...deliveryFaults, ...lenderEventFaults, ...documentFaults],
  ...decisionFaults,
  ...[...tallyFaults, ...actionFaults, ...staffFaults, ...approvalFaults],
  ...lenderFaults,
  ...storeFaults,
  ...termsFaults,
  ...permissionFaults,
]
/** The SQL is the same on both databases, and much slower on the embedded one: there some do. */
const onServer = process.env.TEST_DATABASE === 'postgres'
const injected = onServer ? faults : faults.filter((_fault, index) => index % 4 === 0)
/** Rows to which no event of an order leads: only the audit of everything comes by. */
const ASTRAY = /not exist$|of no (order|store)$|other mode$|another store$|without its loan$/
for (const fault of injected) {
  const { name, expected, statements, from, reported } = fault
  test(`finds ${name}`, async () => {
    const order = orderOf(from)
    const named = reported?.replace('$2', order.id) ?? order.id
    const findings = await findingsAfter(order, statements, ASTRAY.test(name))
    const invariants = findings.filter((each) => each.order_id === named).map(invariantOf)
    assert.deepEqual([...new Set(invariants)].sort(), expected)
  })
}

for (const { name, events } of [...soundRecipients, ...soundLenderEvents]) {
  test(`finds nothing in ${name}`, async () => {
    const order = orderOf('sealed')
    const reports = await findingsAfter(order, events)
    assert.deepEqual(
      reports.filter(({ store_id }) => [order.storeId, 'lender'].includes(store_id)),
      [],
    )
  })
}

const EARLIER = [
  `UPDATE actions SET at = at - interval '3 days', changes = changes || '{"stores": "some"}'
   WHERE id = repeat('0', 32)`,
  `UPDATE events SET action_id = repeat('0', 32)
   WHERE store_id = $1 AND order_id = $2 AND sequence = 1`,
]
const FINISH = `INSERT INTO actions
    (id, at, principal_kind, action, object_kind, object_id, outcome)
  SELECT 'f2a52380' || repeat('f', 24), '2099-01-01Z', 'cli', 'log.finish', 'log', 'finish', 'done'`

test('rows of an earlier version belong to the first action until finished', async () => {
  const order = orderOf(undefined)
  const ofOrder = async (...more: readonly string[]) => {
    const findings = await findingsAfter(order, [...EARLIER, ...more], true)
    return findings.filter(({ order_id }) => order_id === order.id).map(invariantOf)
  }
  assert.deepEqual(await ofOrder(), ['L2'])
  assert.deepEqual(await ofOrder(FINISH), [])
})

test('finds nothing in deliveries to endpoints that come, change and go', async () => {
  const scenario = await createScenario(place.database)
  const storeId = scenario.caller.store.id
  const { query } = place.database
  const subscribe = async (id: string, types: readonly string[] | null, state = 'enabled') => {
    await query(
      `INSERT INTO webhook_endpoints
         (store_id, sandbox, id, url, types, version, secret, state, created_at)
       VALUES ($1, true, $2, 'https://shop.example', $3, 'v1', '', $4, now())
       ON CONFLICT (store_id, id) DO UPDATE SET types = EXCLUDED.types, state = EXCLUDED.state`,
      [storeId, id, types, state],
    )
    await query(
      `INSERT INTO webhook_subscriptions
         (store_id, endpoint_id, from_position, enabled, types, created_at)
       SELECT $1, $2, coalesce(max(position), 0), $4, $3, now()
       FROM event_streams WHERE store_id = $1 AND sandbox`,
      [storeId, id, types, state === 'enabled'],
    )
  }
  await subscribe('all', null)
  await subscribe('captures', ['order.captured'])
  const order = await livedOrder('instalments', scenario)
  await placeAndSeal(place, scenario)
  await subscribe('captures', ['order.edited', 'order.cancelled'])
  await subscribe('all', null, 'deleted')
  await subscribe('late', null)
  await cancelOrder(scenario.writing, scenario.caller, order.id)
  await placeEvents({ ...scenario.writing, database: place.database }, keyOf(scenario))
  const events = await query(
    `SELECT endpoint_id, count(*)::int FROM webhook_deliveries WHERE store_id = $1
     GROUP BY 1 ORDER BY 1`,
    [storeId],
  )
  assert.deepEqual(
    events.map((row) => row.endpoint_id),
    ['all', 'captures', 'late'],
  )
  assert.deepEqual((await audit(place.database)).findings, [])
})

test('a rewritten ledger is consistent in itself: seals and actions reveal it', async () => {
  const order = orderOf('sealed')
  const reports = await findingsAfter(order, REWRITTEN_CHAIN)
  const ofStore = reports.filter(({ store_id }) => store_id === order.storeId)
  assert.deepEqual(
    ofStore.map(({ message, order_id }) => [message, order_id]),
    [
      ['broken: an action that moves money has its entry, with its hash', order.id],
      ['broken: the events that a seal covers are present and unchanged', 'seal 1'],
    ],
  )
})

const invariantOf = ({ invariant }: Finding): string => invariant

for (const table of TABLES_OF_ORDERS) {
  test(`finds rows of ${table} whose order is not there`, async () => {
    const paying = table === 'allocations' || table === 'payment_methods'
    const order = orderOf(paying ? 'lent' : undefined)
    const reports = await findingsAfter(
      order,
      [`UPDATE ${table} SET order_id = 'nowhere' WHERE store_id = $1 AND order_id = $2`],
      true,
    )
    const strange = reports.find(({ message }) => message.includes(`each row of ${table} `))
    assert.deepEqual([strange?.invariant, strange?.order_id], ['A14', 'nowhere'])
  })
}

test('finds that ledger, seals, events and decisions no longer refuse changes', async () => {
  const reports = await findingsAfter(orderOf(undefined), [])
  assert.deepEqual(
    reports.map(({ invariant, order_id, count }) => ({ invariant, order_id, count })),
    [
      { invariant: 'A1', order_id: 'ledger_entries', count: 3 },
      { invariant: 'A7', order_id: 'allocations', count: 2 },
      { invariant: 'A13', order_id: 'seals', count: 1 },
      { invariant: 'D1', order_id: 'documents_append_only', count: 2 },
      { invariant: 'A12', order_id: 'events_append_only', count: 2 },
      { invariant: 'A4', order_id: 'decisions', count: 1 },
      { invariant: 'L6', order_id: 'store_terms_append_only', count: 2 },
      { invariant: 'L6', order_id: 'creditors', count: 1 },
      { invariant: 'A4', order_id: 'decision_reviews_append_only', count: 2 },
      { invariant: 'A12', order_id: 'actions_append_only', count: 2 },
      { invariant: 'L1', order_id: 'action_seals', count: 1 },
    ],
  )
})

test('finds a key of a store that does not exist', async () => {
  const reports = await findingsAfter(orderOf(undefined), [
    `UPDATE api_keys SET store_id = 'nowhere'`,
  ])
  const strange = reports.filter(({ store_id }) => store_id === 'nowhere')
  assert.deepEqual(strange.map(invariantOf), ['A14', 'A14'])
})

test('finds that migrations were not applied one after the other', async () => {
  const changes = [
    `INSERT INTO schema_migrations SELECT 9999, '9999-later', '', now(), 1`,
    `INSERT INTO schema_migrations SELECT max(number) + 1, 'later', '', now(), 1
       FROM schema_migrations`,
    `UPDATE schema_migrations SET applied_at = now() + interval '1 year' WHERE number = 1`,
    `INSERT INTO schema_migrations SELECT max(number) + 1,
       lpad((max(number) + 1)::text, 4, '0') || '-later', '', min(applied_at) - interval '1 day', 1
       FROM schema_migrations`,
  ]
  for (const change of changes) {
    const reports = await findingsAfter(orderOf(undefined), [change])
    const one = reports.find(({ message }) => message.includes('migrations were applied'))
    assert.deepEqual([one?.invariant, one?.store_id], ['A14', ''], change)
  }
})

test('finds a key that the log of actions contradicts', async () => {
  const changes = [
    `SET scopes = ARRAY['orders:read'] WHERE kind = 'private'`,
    `SET expires_at = '2199-01-01' WHERE kind = 'public'`,
    `SET revoked_at = now()`,
    `SET mode = 'live'`,
    `SET addresses = ARRAY['203.0.113.0/24'] WHERE kind = 'private'`,
  ]
  for (const change of changes) {
    const reports = await findingsAfter(orderOf(undefined), [`UPDATE api_keys ${change}`])
    const one = reports.find(({ message }) => message.includes('rights and the end of a key'))
    assert.equal(one?.invariant, 'A14', change)
  }
})

test('finds a public key that was made a private one', async () => {
  const reports = await findingsAfter(orderOf(undefined), [
    `UPDATE api_keys SET public_key = 'pk_', hint = 'pk_' WHERE kind = 'public'`,
    `UPDATE api_keys SET kind = 'private' WHERE kind = 'public'`,
  ])
  const strange = reports.filter(({ message }) =>
    message.includes('a key has the kind of its prefix'),
  )
  assert.deepEqual(strange.map(invariantOf), ['A14'])
})

test('names the first faulty order and counts all of them, over batches', async () => {
  const { id, storeId } = orderOf('pending')
  const copy = (table: string, key: string, own: string) =>
    `INSERT INTO ${table} SELECT made.* FROM ${table} t CROSS JOIN generate_series(1, 1200) n
      CROSS JOIN LATERAL jsonb_populate_record(t,
        replace(to_jsonb(t)::text, $2, 'copy-' || n)::jsonb || jsonb_build_object(${own})) made
      WHERE t.store_id = $1 AND t.${key} = $2`
  const reports = await findingsAfter({ id, storeId }, [
    copy('orders', 'id', `'mid', 'copy-' || n, 'event_sequence', 2`),
    copy('events', 'order_id', `'id', 'event-' || n || t.id, 'position', NULL`),
    copy('order_details', 'order_id', ''),
  ])
  assert.deepEqual(
    reports
      .filter(({ store_id }) => store_id === storeId)
      .map(({ invariant, order_id, count }) => ({ invariant, order_id, count })),
    [
      { invariant: 'A12', order_id: 'copy-1', count: 1200 },
      { invariant: 'A4', order_id: 'copy-1', count: 1200 },
    ],
  )
})

if (onServer) {
  test('every check is proven by a planted fault', async () => {
    const { checks } = await audit(place.database)
    // What breaks these stands in payouts, bank-accounts and unreadable.db.test.ts.
    const elsewhere = new Set([
      UNREADABLE.title,
      ...[...payoutSweeps, ...actedPayoutSweeps, ...bankAccountSweeps].flatMap((sweep) =>
        sweep.checks.map(({ title }) => title),
      ),
    ])
    const silent = checks.filter(
      ({ title }) => !elsewhere.has(title) && !reported.has(`broken: ${title}`),
    )
    assert.deepEqual(silent, [])
  })
}

test('the database refuses to change a ledger row', async () => {
  const order = await livedOrder()
  await assert.rejects(
    place.database.query('UPDATE ledger_postings SET amount = 1 WHERE order_id = $1', [order.id]),
    /never changed/,
  )
})
