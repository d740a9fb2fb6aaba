// The proof table is whole: each row of the description has its test.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { notShown } from './not-shown.ts'
import { provenRows } from './proven.ts'
import { seedTables } from './rows.ts'

const name = (table: string, row: string): string => `${table}: ${row}`
const proven = provenRows().map(({ table, row }) => name(table, row))

test('every row is proven by exactly one test', () => {
  const wanted = seedTables.flatMap(({ table, rows }) => rows.map((row) => name(table, row)))
  const missing = wanted.filter((row) => !proven.includes(row))
  assert.deepEqual(missing, [])
  const twice = proven.filter((row, index) => proven.indexOf(row) !== index)
  assert.deepEqual(twice, [])
})

test('no test proves a row that the description does not have', () => {
  const rows = seedTables.flatMap(({ table, rows }) => rows.map((row) => name(table, row)))
  assert.deepEqual(
    proven.filter((row) => !rows.includes(row)),
    [],
  )
})

test('gaps of the description are filled by a decision that exists', () => {
  const root = join(import.meta.dirname, '../..')
  for (const { decisions, what } of notShown) {
    assert.ok(decisions.length > 0, what)
    for (const file of decisions) assert.ok(existsSync(join(root, 'docs/decisions', file)), file)
  }
})
