import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FIRST_MIGRATION, judgeSchema } from './schema.ts'

const LEVEL = 30

const cases = [
  ['the same on both sides', { newest: 30, required: 23 }, 'compatible'],
  ['newer migrations that older code can live with', { newest: 33, required: 30 }, 'compatible'],
  ['a newer migration that needs its own code', { newest: 31, required: 31 }, 'code_too_old'],
  ['migrations that are still missing', { newest: 29, required: 23 }, 'database_too_old'],
  ['nothing at all', { newest: 0, required: 0 }, 'database_too_old'],
] as const

for (const [name, schema, verdict] of cases) {
  test(`a database with ${name}: ${verdict}`, () => {
    const first = schema.newest === 0 ? null : FIRST_MIGRATION
    assert.equal(judgeSchema({ ...schema, first }, LEVEL), verdict)
  })
}

test('a database that begins with another migration is of the earlier numbering', () => {
  for (const first of ['0001-functions', null])
    assert.equal(judgeSchema({ newest: 35, required: 35, first }, LEVEL), 'earlier_numbering')
})
