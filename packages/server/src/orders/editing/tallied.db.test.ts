// Lists and statements of a store whose rows are counted by day say what they say without that.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { seedOf } from '../../../../../test/fixtures/seed.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { audit } from '../../audit/audit.ts'
import { readListQuery } from '../../platform/filters/read-list-query.ts'
import { listLines, paymentList } from '../../settlement/settlements/list-store.ts'
import { findStatement } from '../../settlement/statements/store.ts'
import { keepTallies } from '../../settlement/tallies/tallying.ts'
import { listOrders, orderList } from './list-store.ts'

const timeZone = 'Europe/Madrid'
/** More than are sorted at once, on days around the clock's changes. */
const ROWS = 4_000
const MINUTES = 45
const BEGIN = '2026-02-20T22:30:00Z'
const clock = { now: () => new Date('2026-12-01T00:00:00Z') }

const place = ownDatabase({ planted: true })
let scenario: Scenario
let state = seedOf('tallies')
const upTo = (most: number): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
  return (state >>> 8) % (most + 1)
}
const one = <T>(choices: readonly T[]): T => choices[upTo(choices.length - 1)] as T

const ORDERS = `INSERT INTO orders (store_id, id, sandbox, mid, state, status_reason, currency,
    approved_amount, total_amount, captured_amount, capture_count, voided_amount, account_email,
    created_at, confirmed_at, capture_before, lapse_due_at)
  SELECT $1, lpad(to_hex(n), 32, '0'), true, 'M-' || n, state, '', 'EUR', 100, 100,
    CASE WHEN state = 'confirmed' AND n % 2 = 0 THEN 100 ELSE 0 END,
    CASE WHEN state = 'confirmed' AND n % 2 = 0 THEN 1 ELSE 0 END,
    CASE WHEN state = 'cancelled' THEN 100 ELSE 0 END, 'ada@example.com', at,
    CASE WHEN state IN ('confirmed', 'cancelled') THEN at END,
    CASE WHEN state = 'confirmed' AND n % 2 = 1 THEN timestamptz '2100-01-01Z' END,
    CASE WHEN state = 'confirmed' AND n % 2 = 1 THEN timestamptz '2099-12-01Z' END
  FROM (SELECT n, $2::timestamptz + n / 2 * interval '${MINUTES} minutes' AS at,
      (ARRAY['confirmed', 'confirmed', 'confirmed', 'cancelled', 'ko', 'in_process',
        'confirmation_required'])[1 + n % 7] AS state
    FROM generate_series(1, ${ROWS}) n) g`
const DETAILS = `INSERT INTO order_details
    (store_id, order_id, request, merchant, articles, customer)
  SELECT store_id, id, '{}', '{}', '[]', '{}' FROM orders WHERE store_id = $1`
const LINES = `INSERT INTO settlement_lines (store_id, sandbox, id, type, order_id, event_sequence,
    ledger_sequence, effect_id, currency, amount, net, created_at)
  SELECT store_id, true, id, (ARRAY['capture', 'fee', 'void'])[1 + n % 3], id, 1, 1, id,
    (ARRAY['EUR', 'EUR', 'USD'])[1 + n / 3 % 3], n, (ARRAY[n, -n, 0])[1 + n % 3], created_at
  FROM (SELECT o.*, row_number() OVER (ORDER BY id) AS n FROM orders o WHERE store_id = $1) o`

before(async () => {
  scenario = await createScenario(place.database)
  const storeId = scenario.caller.store.id
  await place.database.query(ORDERS, [storeId, new Date(BEGIN)])
  await place.database.query(DETAILS, [storeId])
  await place.database.query(LINES, [storeId])
})

const key = () => ({ storeId: scenario.caller.store.id, sandbox: true })
const count = () => keepTallies({ database: place.database, clock }, key())
const forget = () => place.database.query('UPDATE tally_heads SET counted_at = NULL', [])

const moment = (): string =>
  new Date(Date.parse(BEGIN) + upTo(ROWS / 2) * MINUTES * 60_000 + one([0, 0, 1])).toISOString()
const time = (): string => one([moment(), moment().slice(0, 10), `${moment().slice(0, 10)}T00:00Z`])

function randomQuery(filters: Readonly<Record<string, readonly string[]>>): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, values] of Object.entries(filters)) {
    if (upTo(2) === 0) query.append(name, one(values))
    if (upTo(8) === 0) query.append(`${name}-in`, `${one(values)},${one(values)}`)
  }
  for (const lookup of ['gte', 'gt', 'lt', 'lte']) {
    if (upTo(4) === 0) query.append(`created-${lookup}`, time())
  }
  if (upTo(2) === 0) query.set('ordering', one(['created', '-created']))
  query.set('page', String(one([1, 1 + upTo(20), 1 + upTo(120)])))
  query.set('page_size', String(1 + upTo(60)))
  return query
}

async function listedOrders(parameters: URLSearchParams) {
  const query = readListQuery(orderList, parameters, { timeZone })
  const { count, orders } = await listOrders(place.database, key(), query)
  return { count, ids: orders.map(({ order }) => order.id) }
}

async function listedLines(parameters: URLSearchParams) {
  const query = readListQuery(paymentList, parameters, { timeZone })
  const { count, lines } = await listLines(place.database, key(), query)
  return { count, ids: lines.map(({ line }) => line.id) }
}

async function statements(parameters: URLSearchParams) {
  const [from, until] = [new Date(parameters.get('from') ?? 0), new Date(parameters.get('to') ?? 0)]
  return findStatement(place.database, { ...key(), from, until, currency: 'EUR' })
}

const statementQuery = () => {
  const [from = '', to = ''] = [time(), time()].toSorted()
  return new URLSearchParams({ from, to })
}

const kinds: readonly (readonly [
  what: string,
  query: () => URLSearchParams,
  answer: (query: URLSearchParams) => Promise<unknown>,
])[] = [
  [
    'orders',
    () =>
      randomQuery({
        status: ['pending', 'processing', 'complete', 'cancelled'],
        financing_status: ['ok', 'ko', 'pending'],
      }),
    listedOrders,
  ],
  ['lines', () => randomQuery({ type: ['capture', 'fee'], currency: ['EUR', 'USD'] }), listedLines],
  ['statements', statementQuery, statements],
]

for (const [what, randomly, answer] of kinds) {
  test(`${what} are the same, counted by day or each time`, async () => {
    const queries = Array.from({ length: 60 }, randomly)
    await forget()
    const expected: unknown[] = []
    for (const query of queries) expected.push(await answer(query))
    await count()
    for (const [index, query] of queries.entries()) {
      assert.deepEqual(await answer(query), expected[index], query.toString())
    }
  })
}

test('from the last day on that there is a date for, there is nothing', async () => {
  await count()
  for (const from of ['9999-12-31T00:00:00Z', '9999-12-31T00:00:01Z', '9999-12-31T23:59:59.999Z']) {
    for (const answer of [listedOrders, listedLines]) {
      const query = new URLSearchParams({ 'created-gte': from })
      assert.equal((await answer(query)).count, 0, from)
    }
  }
})

test('rows written later are counted too, and the rows of a day are merged', async () => {
  await count()
  const { database } = place
  for (const [from, to] of [
    ['confirmation_required', 'ko'],
    ['in_process', 'confirmation_required'],
  ]) {
    await database.query(
      `UPDATE orders SET state = $2 WHERE store_id = $3 AND state = $1 AND hashtext(id) % 2 = 0`,
      [from, to, key().storeId],
    )
  }
  const query = new URLSearchParams({ financing_status: 'ko', page: '20', page_size: '30' })
  const rows = await tallyRows()
  const counted = await listedOrders(query)
  await count()
  const fewer = await tallyRows()
  assert.ok(fewer < rows, `${fewer} of ${rows}`)
  assert.deepEqual(await listedOrders(query), counted)
  await forget()
  assert.deepEqual(await listedOrders(query), counted)
})

async function tallyRows(): Promise<number> {
  const rows = await place.database.query('SELECT 1 FROM order_tallies', [])
  return rows.length
}

test('lists read the tallies, and the auditor finds one that is wrong', async () => {
  await count()
  const { database } = place
  const all = new URLSearchParams()
  const { count: right } = await listedOrders(all)
  await database.query(
    `INSERT INTO order_tallies (store_id, sandbox, day, status, financing_status, count)
     VALUES ($1, true, '2026-03-01', 'complete', 'ok', 1)`,
    [key().storeId],
  )
  assert.equal((await listedOrders(all)).count, right + 1)
  const { findings } = await audit(database)
  const title = 'broken: the tallies of a store’s orders are those of its orders'
  assert.ok(findings.some(({ message }) => message === title))
  await forget()
  await count()
  assert.equal((await listedOrders(all)).count, right)
})

test('orders that change while they are counted for the first time are counted once', async () => {
  const { database } = place
  for (let round = 0; round < 5; round++) {
    await forget()
    const change = (part: number) =>
      database.query(
        `UPDATE orders SET state = CASE state WHEN 'ko' THEN 'in_process' ELSE 'ko' END
         WHERE store_id = $1 AND state IN ('ko', 'in_process') AND abs(hashtext(id)) % 4 = $2`,
        [key().storeId, part],
      )
    await Promise.all([change(0), change(1), count(), change(2), change(3), count()])
    const ko = new URLSearchParams({ financing_status: 'ko' })
    const counted = await listedOrders(ko)
    await forget()
    assert.deepEqual(await listedOrders(ko), counted)
  }
})
