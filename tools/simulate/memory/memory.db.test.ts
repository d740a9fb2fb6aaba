/** The memory answers and refuses what the database of this round does. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Database, RowSet } from '../../../packages/server/src/platform/database/database.ts'
import { StatementFailed } from '../../../packages/server/src/platform/database/failure.ts'
import {
  openTestDatabase,
  type TestDatabase,
} from '../../../packages/server/src/testing/test-database.ts'
import { live } from '../live.ts'
import { createMemory } from './memory-database.ts'
import { rulesOf, type SchemaRules } from './rules-of-tables.ts'
import { readSchema } from './schema.ts'
import { NotUnderstood } from './syntax.ts'

let place: TestDatabase
let memory: Database
let rules: SchemaRules
let store: string
let order: string

before(async () => {
  place = await openTestDatabase()
  rules = rulesOf(await readSchema(place.database))
  memory = createMemory(rules)
  for (const database of [place.database, memory]) {
    await live(database, { seed: 25, months: 36, tables: [] })
  }
  const [found] = await memory.query(
    `SELECT store_id, order_id, count(*) AS count FROM ledger_entries
     GROUP BY store_id, order_id ORDER BY count DESC, order_id LIMIT 1`,
    [],
  )
  store = found?.store_id
  order = found?.order_id
})
after(() => place.stop())

/** Of the store $1 and its order $2. */
const questions: readonly string[] = [
  `SELECT * FROM orders WHERE store_id = $1 ORDER BY created_at DESC, id`,
  `SELECT o.*, d.offer FROM orders o JOIN order_details d ON d.store_id = o.store_id
     AND d.order_id = o.id WHERE o.store_id = $1 AND o.id = $2`,
  `SELECT count(*) AS count, max(amount) AS most, min(created_at) AS first,
     sum(amount)::bigint AS all FROM captures WHERE store_id = $1`,
  `SELECT sum(amount) AS none, count(*) AS count FROM captures
     WHERE store_id = $1 AND order_id <> order_id`,
  `SELECT l.type, count(*) FILTER (WHERE l.net < 0) AS below, sum(l.net)::bigint AS net
     FROM settlement_lines l WHERE l.store_id = $1 GROUP BY 1 ORDER BY 1`,
  `SELECT e.id, max(e.sequence) OVER (PARTITION BY e.order_id ORDER BY e.sequence) AS reached
     FROM events e WHERE e.store_id = $1 AND e.order_id IS NOT NULL ORDER BY e.id`,
  `SELECT c.id, r.amount FROM captures c LEFT JOIN capture_refunds r ON r.store_id = c.store_id
     AND r.order_id = c.order_id AND r.capture_id = c.id WHERE c.store_id = $1
     ORDER BY c.id, r.amount`,
  `SELECT c.id FROM captures c LEFT JOIN capture_refunds r ON r.store_id = c.store_id
     AND r.capture_id = c.id AND r.amount % 2 = 1 WHERE c.store_id = $1 AND r.id IS NULL
     ORDER BY c.id`,
  `SELECT p.sequence, p.debit, n.kind FROM ledger_postings p JOIN ledger_entries n
     USING (store_id, order_id, sequence) WHERE p.store_id = $1 AND p.order_id = $2
     ORDER BY p.sequence, p.number`,
  `SELECT id, CASE WHEN state = 'confirmed' THEN total_amount - captured_amount
       WHEN state = 'ko' THEN -1 END AS rest,
     CASE product WHEN 'pay_later' THEN 'later' ELSE 'sooner' END AS term,
     coalesce(cancelled_at, confirmed_at) AS moment, expires_at IS NULL AS over,
     (captured_amount, voided_amount) < (total_amount, 1) AS less,
     mid || '/' || length(mid) AS name, product IS DISTINCT FROM 'pay_later' AS distinct_one
   FROM orders WHERE store_id = $1 ORDER BY moment, id`,
  `SELECT id, data ->> 'mid' AS mid, data -> 'amount' AS amount, data ->> 'amount' AS text
     FROM events WHERE store_id = $1 ORDER BY id`,
  `SELECT id FROM orders o WHERE store_id = $1 AND EXISTS (SELECT 1 FROM voids v
     WHERE v.store_id = o.store_id AND v.order_id = o.id AND v.amount > o.total_amount / 9)
     ORDER BY id`,
  `SELECT id, (SELECT count(*) FROM captures c WHERE c.store_id = o.store_id
     AND c.order_id = o.id) AS captures, to_jsonb(ARRAY(SELECT c.amount FROM captures c
     WHERE c.store_id = o.store_id AND c.order_id = o.id ORDER BY c.amount)) AS amounts
   FROM orders o WHERE store_id = $1 ORDER BY id`,
  `SELECT id FROM orders WHERE store_id = $1 AND (state IN ('ko', 'cancelled')
     OR product = ANY ('{pay_later,pay_in_4}'::text[])) AND NOT (total_amount BETWEEN 1 AND 999)
     AND state <> ALL (ARRAY['in_process']) ORDER BY id`,
  `SELECT id, to_char(accrual_date, 'YYYY-MM-DD') AS day, accrual_date FROM capture_refunds
     WHERE store_id = $1 AND accrual_date > '2000-01-01' ORDER BY id`,
  `SELECT to_jsonb(o) AS whole FROM orders o WHERE o.store_id = $1 ORDER BY o.id`,
  `SELECT id, (SELECT jsonb_agg(to_jsonb(c) ORDER BY c.amount DESC, c.id) FROM captures c
     WHERE c.store_id = o.store_id AND c.order_id = o.id) AS captures FROM orders o
   WHERE o.store_id = $1 ORDER BY o.id`,
  `SELECT id, (SELECT json_agg(to_json(c) ORDER BY c.amount DESC, c.id) FROM captures c
     WHERE c.store_id = o.store_id AND c.order_id = o.id) AS captures FROM orders o
   WHERE o.store_id = $1 ORDER BY o.id`,
  `SELECT s.id, n.last FROM stores s CROSS JOIN LATERAL (SELECT o.id AS last FROM orders o
     WHERE o.store_id = s.id ORDER BY o.created_at DESC, o.id LIMIT 1) n WHERE s.id = $1`,
  `SELECT l.a, l.b FROM unnest('{x,y}'::text[], '{1,2}'::int[]) l (a, b) WHERE $1 <> $2`,
  `SELECT id, created_at + interval '1 day' AS later, num_instalments,
     to_jsonb(num_instalments) AS counts, cardinality(num_instalments) AS count
   FROM campaigns WHERE store_id = $1 ORDER BY created_at, id`,
]

for (const [index, question] of questions.entries()) {
  test(`question ${index + 1} has the same answer`, async () => {
    const values = [store, order].slice(0, question.includes('$2') ? 2 : 1)
    const wanted = await place.database.query(question, values)
    assert.ok(wanted.length > 0, 'a question without an answer')
    assert.deepEqual(await memory.query(question, values), wanted)
  })
}

/** What is written, and how it is refused. */
const refused: readonly [name: string, code: string, rows: () => RowSet[]][] = [
  ['a row twice', '23505', () => [seal({}), seal({})]],
  ['an amount below zero', '23514', () => [voided({ amount: -1 })]],
  ['a row without an order', '23503', () => [voided({ order_id: 'nowhere' })]],
  ['a row without its amount', '23502', () => [voided({ amount: null })]],
  ['a change of nothing', 'SV001', () => [change({ id: 'nowhere' })]],
  ['two changes of one row', 'SV001', () => [change({}), change({})]],
  ['a change of an entry', '', () => [{ ...entry(), set: { kind: 'void' } }]],
  ['a removal of an entry', '', () => [{ table: entry().table, remove: entry().where }]],
]

const seal = (row: object): RowSet => ({
  table: 'seal_heads',
  rows: [{ store_id: store, sandbox: false, ...row }],
})
const voided = (row: object): RowSet => ({
  table: 'voids',
  rows: [
    {
      ...{ store_id: store, order_id: order, id: 'f'.repeat(32), sequence: 1_000, amount: 1 },
      ...{ origin: 'store', created_at: new Date(0), ...row },
    },
  ],
})
const change = (where: object): RowSet => ({
  table: 'orders',
  where: { store_id: store, id: order, ...where },
  set: { discount: 7 },
})
const entry = () => ({
  table: 'ledger_entries',
  where: { store_id: store, order_id: order, sequence: 1 },
})

for (const [name, code, rows] of refused) {
  test(`${name} is refused alike, and leaves nothing behind`, async () => {
    for (const database of [place.database, memory]) {
      const before = await database.query('SELECT * FROM orders WHERE id = $1', [order])
      const write = database.transaction(null, async (tx) => tx.commit(undefined, ...rows()))
      await assert.rejects(write, (error) => {
        assert.ok(error instanceof StatementFailed, String(error))
        if (code !== '') assert.equal(error.code, code)
        return true
      })
      assert.deepEqual(await database.query('SELECT * FROM orders WHERE id = $1', [order]), before)
    }
  })
}

test('rows are added, written anew or left, and removed alike', async () => {
  const account = (carried: number) => ({
    ...{ store_id: store, sandbox: false, currency: 'EUR' },
    ...{ carried, paid_position: 0, paid_at: null },
  })
  const key = ['store_id', 'sandbox', 'currency']
  const table = 'payout_accounts'
  const seen: unknown[] = []
  for (const database of [place.database, memory]) {
    const write = (...rowSets: RowSet[]) =>
      database.transaction(null, async (tx) => tx.commit(undefined, ...rowSets))
    await write({ table, key, changed: ['carried'], rows: [account(-1)] })
    await write({ table, key, changed: ['carried'], rows: [account(-2)] })
    await write({ table, key, changed: [], rows: [account(-3)] })
    await write({ table, by: key, changes: [{ ...account(-4), paid_at: null }] })
    const text = `SELECT * FROM payout_accounts WHERE store_id = $1 AND NOT sandbox`
    seen.push(await database.query(text, [store]))
    await write({ table, remove: { store_id: store, sandbox: false, currency: ['EUR', 'USD'] } })
    seen.push(await database.query(text, [store]))
  }
  assert.deepEqual(seen.slice(2), seen.slice(0, 2))
  assert.deepEqual(
    [seen[0], seen[1]].map((rows) => (rows as unknown[]).length),
    [1, 0],
  )
})

test('what the memory does not understand it says, with the text', async () => {
  for (const text of [
    'SELECT now()',
    'SELECT 1 FROM nowhere',
    'DELETE FROM orders',
    'SELECT # 1',
  ]) {
    await assert.rejects(memory.query(text, []), NotUnderstood)
  }
})
