// What is typed into the one box, and where it is looked for: nothing that may name somebody goes
// into an address by itself.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindsOf } from './kinds.ts'

const cases = [
  ['', undefined, []],
  ['   ', undefined, []],
  ['0123456789abcdef0123456789ABCDEF', 'id', []],
  ['12345678Z', 'document', []],
  ['12.345.678-z', 'document', []],
  ['x1234567l', 'document', []],
  ['12345678', 'document', ['mid']],
  ['Y-1234567', 'document', ['mid']],
  ['123456', 'phone', ['mid']],
  ['12345', 'mid', ['name']],
  ['600 000 000', 'phone', ['mid']],
  ['+34 600-000-000', 'phone', ['mid']],
  ['100000123', 'phone', ['mid']],
  ['123,45', 'amount', ['mid']],
  ['1.234,56', 'amount', ['mid']],
  ['1,234.56', 'amount', ['mid']],
  ['1234.56', 'amount', ['mid']],
  ['1.234,56 €', 'amount', []],
  ['1234 EUR', 'amount', []],
  ['50 €', 'amount', []],
  ['1.234', 'mid', ['name']],
  ['-12,50', 'mid', ['name']],
  ['91.234.56.78', 'phone', ['mid']],
  ['ada@example.com', 'email', []],
  ['Ada Prueba', 'name', []],
  ['Prueba', 'name', ['mid']],
  ['demo-14', 'mid', ['name']],
  ['#1042', 'mid', ['name']],
  ['Juan 2º', 'name', []],
  ['a'.repeat(90), 'name', []],
] as const

test('the kind of a search text is recognised', () => {
  for (const [text, first, others] of cases) {
    const kinds = kindsOf(text)
    assert.deepEqual([kinds.first, kinds.others], [first, others], text)
  }
})
