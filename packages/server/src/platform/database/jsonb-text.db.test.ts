// What the service hashes of a jsonb, others hash in SQL: both must see the same text.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { seedOf } from '../../../../../test/fixtures/seed.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { jsonbText } from './jsonb-text.ts'

const place = ownDatabase()

const text = fc.string({ unit: 'grapheme', maxLength: 12 })
const whole = fc.integer({ min: -(10 ** 12), max: 10 ** 12 })
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown[]>(null, true, false, '', 'a\t"\\/\u001f\u007f\u2028ñ😀'),
    whole,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    text,
    fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(text, tie('value'), { maxKeys: 5 }),
  ),
}))

test('the text of a jsonb is the one that PostgreSQL prints', async () => {
  const seed = seedOf('jsonb texts')
  const values = fc
    .sample(value, { seed, numRuns: 500 })
    .filter((each) => !JSON.stringify(each).includes('\\u0000'))
  const rows = await place.database.query(
    `SELECT jsonb_agg(each::text ORDER BY position) AS texts
     FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS listed (each, position)`,
    [JSON.stringify(values)],
  )
  assert.deepEqual(rows[0]?.texts, values.map(jsonbText))
})

test('undefined members are left out, as in JSON', () => {
  assert.equal(jsonbText({ bb: 1, a: undefined, c: [undefined] }), '{"c": [null], "bb": 1}')
})

test('a moment is the text that JSON has of it', () => {
  const at = new Date('2026-11-14T00:48:18.271Z')
  assert.equal(
    jsonbText({ at, none: [at] }),
    jsonbText(JSON.parse(JSON.stringify({ at, none: [at] }))),
  )
})
