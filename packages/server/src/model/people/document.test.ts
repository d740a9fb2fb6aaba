import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readDocument } from './document.ts'

/** Valid numbers and the table of check letters: as published for the Spanish NIF and NIE. */
const LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'

const valid: readonly (readonly [text: string, document: string])[] = [
  ['12345678Z', '12345678Z'],
  ['X1234567L', 'X1234567L'],
  ['Y1234567X', 'Y1234567X'],
  ['Z1234567R', 'Z1234567R'],
  ['00000000T', '00000000T'],
  ['99999998T', '99999998T'],
  ['99999995C', '99999995C'],
  ['12345678z', '12345678Z'],
  ['x1234567l', 'X1234567L'],
  [' 12345678 Z ', '12345678Z'],
  ['12345678-Z', '12345678Z'],
  ['X-1234567-L', 'X1234567L'],
  ['\t12345678Z\n', '12345678Z'],
]

for (const [text, document] of valid) {
  test(`${JSON.stringify(text)} is ${document}`, () => {
    assert.equal(readDocument(text), document)
  })
}

const invalid: readonly string[] = [
  '',
  'Z',
  '12345678',
  '12345678A',
  '12345679Z',
  '1234567Z',
  '123456789Z',
  '12345678ZZ',
  'Z12345678',
  'X1234567X',
  'Y1234567L',
  'W1234567L',
  'X12345678L',
  '12345678.Z',
  '1234 5678Ñ',
  '１２３４５６７８Z',
  '12345678Z;DROP',
]

for (const text of invalid) {
  test(`${JSON.stringify(text)} is not a document`, () => {
    assert.equal(readDocument(text), undefined)
  })
}

test('exactly one letter is right for each number', () => {
  const numbers = fc.integer({ min: 0, max: 99_999_999 })
  fc.assert(
    fc.property(numbers, (number) => {
      const digits = String(number).padStart(8, '0')
      const right = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter(
        (letter) => readDocument(digits + letter) !== undefined,
      )
      assert.deepEqual(right, [LETTERS.charAt(number % 23)])
    }),
  )
})

test('a wrong digit is noticed', () => {
  const cases = fc.tuple(
    fc.integer({ min: 0, max: 99_999_999 }),
    fc.nat(7),
    fc.integer({ min: 1, max: 9 }),
  )
  fc.assert(
    fc.property(cases, ([number, position, change]) => {
      const digits = String(number).padStart(8, '0')
      const wrong = (Number(digits[position]) + change) % 10
      const typo = digits.slice(0, position) + wrong + digits.slice(position + 1)
      assert.equal(readDocument(typo + LETTERS.charAt(number % 23)), undefined)
    }),
  )
})
