import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyRowSet } from '../../../../../test/fixtures/any-row.ts'
import { compose } from './compose.ts'
import type { PlainRowSet } from './database.ts'

const composed = (...rowSets: PlainRowSet[]) => compose(rowSets.map(anyRowSet))

const insert = { table: 'captures', rows: [{ id: 'a', amount: 1 }] }
const update = { table: 'orders', where: { id: 'o', version: 3 }, set: { totalAmount: 5 } }

test('has nothing to write without row sets', () => {
  assert.equal(composed(), undefined)
  assert.equal(composed({ table: 'captures', rows: [] }), undefined)
})

test('writes an insert and an update as one statement with numbered values', () => {
  const statement = composed(update, insert)
  assert.equal(
    statement?.text,
    'WITH w0 AS (UPDATE orders SET total_amount = $1 WHERE id = $2 AND version = $3 RETURNING 1),' +
      ' w1 AS (INSERT INTO captures (id, amount) VALUES ($4, $5))' +
      ' SELECT expect_rows((SELECT count(*) FROM w0), 1)',
  )
  assert.deepEqual(statement?.values, [5, 'o', 3, 'a', 1])
})

test('an update of any number of rows is not counted', () => {
  const statement = composed({ ...update, any: true }, insert)
  assert.match(statement?.text ?? '', /^WITH w0 AS \(UPDATE orders .* SELECT 1$/)
})

test('writes several rows of one table in one insert', () => {
  const rows = [
    { id: 'a', amount: 1 },
    { id: 'b', amount: 2 },
  ]
  const statement = composed({ table: 'captures', rows })
  assert.equal(
    statement?.text,
    'WITH w0 AS (INSERT INTO captures (id, amount) VALUES ($1, $2), ($3, $4)) SELECT 1',
  )
})

test('refuses what is not the name of a table or column', () => {
  assert.throws(() => composed({ table: 'orders; DROP', rows: [{ id: 1 }] }), /not a name/)
  assert.throws(() => composed({ table: 'orders', rows: [{ 'id" = 1 --': 1 }] }), /not a name/)
})

test('refuses rows of one insert whose columns differ', () => {
  const rows = [{ id: 'a', amount: 1 }, { id: 'b' }]
  assert.throws(() => composed({ table: 'captures', rows }), /uneven rows/)
})

test('refuses an update without condition or without change', () => {
  assert.throws(() => composed({ table: 'orders', where: {}, set: { a: 1 } }), /empty update/)
  assert.throws(() => composed({ table: 'orders', where: { a: 1 }, set: {} }), /empty update/)
})

test('writes rows over those whose key is taken, any number of them with one text', () => {
  const upsert = (...rows: Record<string, unknown>[]) =>
    composed({ table: 'history_entries', key: ['id'], changed: ['amount'], rows })
  const two = upsert({ id: 'a', amount: 1 }, { id: 'b', amount: 2 })
  assert.equal(two?.text, upsert({ id: 'c', amount: 3 })?.text)
  assert.match(two?.text ?? '', /ON CONFLICT \(id\) DO UPDATE SET amount = EXCLUDED.amount\) /)
  assert.deepEqual(two?.values, ['[{"id":"a","amount":1},{"id":"b","amount":2}]'])
  assert.equal(upsert(), undefined)
})

test('removes what matches, of a list each', () => {
  const statement = composed({ table: 'tents', remove: { storeId: 's', id: ['a', 'b'] } })
  assert.equal(
    statement?.text,
    'WITH w0 AS (DELETE FROM tents WHERE store_id = $1 AND id = ANY($2::text[])) SELECT 1',
  )
  assert.deepEqual(statement?.values, ['s', ['a', 'b']])
  assert.throws(() => composed({ table: 'tents', remove: {} }), /empty removal/)
})

test('leaves rows whose key is taken when nothing is to be changed', () => {
  const rows = [{ id: 'a', amount: 1 }]
  const statement = composed({ table: 'events', key: ['id'], changed: [], rows })
  assert.match(statement?.text ?? '', /ON CONFLICT \(id\) DO NOTHING\) SELECT 1$/)
})

test('changes many rows by their keys with one text, and expects each of them', () => {
  const change = (...changes: Record<string, unknown>[]) =>
    composed({ table: 'events', by: ['storeId', 'id'], changes })
  const two = change({ storeId: 's', id: 'a', position: 1 }, { storeId: 's', id: 'b', position: 2 })
  assert.equal(two?.text, change({ storeId: 's', id: 'c', position: 3 })?.text)
  assert.match(
    two?.text ?? '',
    /SET position = v.position\s.* WHERE t.store_id = v.store_id AND t.id = v.id/s,
  )
  assert.match(two?.text ?? '', /expect_rows\(\(SELECT count\(\*\) FROM w0\), \$2\)$/)
  assert.equal(two?.values[1], 2)
  assert.equal(change(), undefined)
  assert.throws(() => change({ storeId: 's', id: 'a' }), /empty changes/)
})
