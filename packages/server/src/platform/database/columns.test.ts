import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columns, select } from './columns.ts'

const capture = columns('captures', 'c').only('id', 'refundedAmount')

test('columns are read under the names of their properties', () => {
  const text = select(capture, 'FROM captures c')
  assert.equal(text, 'SELECT c.id AS "id", c.refunded_amount AS "refundedAmount" FROM captures c')
})

test('the columns of a join are an object of the row, and no such object is in another', () => {
  const named = capture.only('id').as('capture')
  assert.equal(named.list, 'c.id AS "capture.id"')
  assert.throws(() => named.as('order'), /capture\.id is in an object already/)
})
