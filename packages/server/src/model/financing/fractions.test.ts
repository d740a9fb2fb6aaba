import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  commonDenominator,
  compare,
  decimalOf,
  fraction,
  minus,
  numberOf,
  parseDecimal,
  parseFractions,
  plus,
  textOf,
} from './fractions.ts'

const DIGITS = 30
const sumOf = (text: string) => {
  const read = parseFractions(text, DIGITS)
  return read === undefined ? undefined : textOf(read)
}

const sums: readonly (readonly [text: string, value: string])[] = [
  ['0', '0'],
  ['20', '20'],
  ['-1', '-1'],
  ['-1/12', '-1/12'],
  ['+1/12', '1/12'],
  ['240/12', '20'],
  ['1/12+3/365', '401/4380'],
  ['1/12 + 3/365', '401/4380'],
  [' 14/365 - 1/12 ', '-197/4380'],
  ['1/2+1/3+1/6', '1'],
  ['1/2-1/2', '0'],
  ['0.5', '1/2'],
  ['.5', '1/2'],
  ['1.', '1'],
  ['1e-3', '1/1000'],
  ['1E+2-1e2+1', '1'],
  ['31/365.25', '124/1461'],
  ['1.5/3', '1/2'],
  ['\u22121/12', '-1/12'],
]
for (const [text, value] of sums) {
  test(`"${text}" is ${value}`, () => assert.equal(sumOf(text), value))
}

const noSums = [
  '',
  ' ',
  '+',
  '-',
  '1/',
  '/2',
  '1/0',
  '1/-2',
  '1--2',
  '1+',
  '1/2/3',
  '1 2',
  '1/12 3',
]
const noNumbers = [
  'x',
  '1,5',
  '0x10',
  'NaN',
  'Infinity',
  '1e',
  '1e99999',
  '.',
  '1_000',
  '１',
  '1\n2',
]
for (const text of [...noSums, ...noNumbers]) {
  test(`${JSON.stringify(text)} is not a sum of fractions`, () => {
    assert.equal(sumOf(text), undefined)
  })
}

test('decimals are exact and written again as they are', () => {
  const rows = [
    ['1432.86', '1432.86'],
    ['-0.005', '-0.005'],
    ['1e3', '1000'],
    ['1.10e1', '11'],
    ['0.10', '0.1'],
    ['+7', '7'],
    ['-0', '0'],
    ['123456789012345678901234567890', '123456789012345678901234567890'],
    ['0.000000000000000000000000000001', `0.${'0'.repeat(29)}1`],
    ['1e29', `1${'0'.repeat(29)}`],
  ] as const
  for (const [text, written] of rows) {
    const read = parseDecimal(text, DIGITS)
    assert.equal(read && decimalOf(read), written, text)
  }
})

test('more than 30 digits on a side of the point are not read', () => {
  const long = ['1e30', `1${'0'.repeat(30)}`, '1e-31', `0.${'0'.repeat(30)}1`, '1e-9999', '1e9999']
  for (const text of long) assert.equal(parseDecimal(text, DIGITS), undefined, text)
  assert.equal(parseDecimal(`0.1${'0'.repeat(500)}`, DIGITS), undefined)
})

const anyFraction = fc
  .tuple(
    fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
    fc.bigInt({ min: 1n, max: 10n ** 40n }),
  )
  .map(([numerator, denominator]) => fraction(numerator, denominator))

test('sums and differences are inverse, and texts are read as the values they represent', () => {
  fc.assert(
    fc.property(anyFraction, anyFraction, (a, b) => {
      assert.deepEqual(minus(plus(a, b), b), a)
      assert.equal(compare(a, b), -compare(b, a) + 0)
      const shared = commonDenominator([a, b])
      assert.equal(shared % a.denominator, 0n)
      assert.equal(shared % b.denominator, 0n)
    }),
  )
})

test('the double for a fraction is the nearest one, or its neighbour', () => {
  assert.equal(numberOf(fraction(1n, 3n)), 1 / 3)
  assert.equal(numberOf(fraction(-(10n ** 400n), 10n ** 400n * 4n)), -0.25)
  assert.equal(numberOf(fraction(0n)), 0)
  fc.assert(
    fc.property(anyFraction, (a) => {
      const places = 10n ** 60n
      const near = BigInt(numberOf(a) * 2 ** 200) * places
      const exact = (a.numerator * 2n ** 200n * places) / a.denominator
      const away = near > exact ? near - exact : exact - near
      assert.ok(away * 2n ** 52n <= (exact < 0n ? -exact : exact) + 2n ** 60n * places)
    }),
  )
})
