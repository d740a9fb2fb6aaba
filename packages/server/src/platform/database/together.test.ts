import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyRowSet } from '../../../../../test/fixtures/any-row.ts'
import { compose } from './compose.ts'
import type { PlainRowSet } from './database.ts'
import { together } from './together.ts'

const joinedOf = (...rowSets: PlainRowSet[]) => together(rowSets.map(anyRowSet))

const update = (id: string, version: number, more: object = {}) => ({
  table: 'orders',
  where: { storeId: 's', id, version },
  set: { version: version + 1, ...more },
})
const insert = (...ids: string[]) => ({
  table: 'events',
  rows: ids.map((id) => ({ id, data: {} })),
})
const change = (number: number) => ({
  table: 'instalments',
  by: ['id', 'number'],
  changes: [{ id: 'a', number, due: true }],
})

test('joins rows of the same form, and nothing else', () => {
  const upsert = { table: 'events', key: ['id'], changed: [], rows: [{ id: 'z', data: {} }] }
  const joined = joinedOf(
    update('a', 1),
    insert('e', 'f'),
    change(1),
    upsert,
    update('b', 4),
    insert('g'),
    change(2),
    update('c', 2, { state: 'cancelled' }),
    { ...update('d', 7), any: true },
    { table: 'captures', rows: [] },
  )
  assert.deepEqual(
    joined.map((each) => [each.table, Object.keys(each).slice(1).join()]),
    [
      ['events', 'rows,many'],
      ['events', 'key,changed,rows'],
      ['instalments', 'by,changes'],
      ['orders', 'updates'],
      ['orders', 'updates'],
      ['orders', 'updates,any'],
    ],
  )
  const [events, , changes, orders, cancelled] = joined
  assert.deepEqual(events, { ...insert('e', 'f', 'g'), many: true })
  assert.deepEqual(changes, {
    ...change(1),
    changes: [...change(1).changes, ...change(2).changes],
  })
  const updates = [update('a', 1), update('b', 4)].map(({ where, set }) => ({ where, set }))
  assert.deepEqual(orders, { table: 'orders', updates })
  assert.ok(cancelled !== undefined && 'updates' in cancelled && cancelled.updates.length === 1)
})

test('the statement is the same for one as for many, in whatever order they come', () => {
  const one = compose(joinedOf(insert('e'), update('a', 1)))
  const many = compose(joinedOf(update('b', 4), update('a', 1), insert('f', 'g'), insert('e')))
  assert.ok(one !== undefined)
  assert.equal(many?.text, one.text)
  assert.match(one.text, /expect_rows\(\(SELECT count\(\*\) FROM w1\), \$3\)$/)
  assert.equal(many?.values.at(-1), 2)
})
