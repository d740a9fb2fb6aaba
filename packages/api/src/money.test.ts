import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  add,
  allocate,
  type Cents,
  cents,
  decimalText,
  divideHalfEven,
  lessen,
  max,
  min,
  multiplyRatio,
  rate,
  share,
  subtract,
  ZERO,
} from './money.ts'

const MOST = 1_000_000_000_000
const amounts = fc.oneof(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: MOST }))
const signed = fc.integer({ min: -MOST, max: MOST })
const weights = fc.array(
  fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: MOST })),
  { minLength: 1, maxLength: 60 },
)
const all = (numbers: readonly number[]): Cents[] => numbers.map((number) => cents(number))

const notExact: readonly (number | bigint)[] = [
  0.5,
  12.5,
  0.1 + 0.2,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.MAX_SAFE_INTEGER + 1,
  Number.MIN_SAFE_INTEGER - 1,
  2n ** 53n,
  2n ** 53n + 1n,
  -(2n ** 53n),
  10n ** 400n,
]

for (const value of notExact) {
  test(`${typeof value} ${value.toString().slice(0, 24)} is not an exact amount`, () => {
    assert.throws(() => cents(value), RangeError)
  })
}

test('an amount stays the same, whether it comes as a number or a bigint', () => {
  for (const value of [0, 1, -1, 1250, MOST, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]) {
    assert.equal(cents(value), value)
    assert.equal(cents(BigInt(value)), value)
  }
})

for (const value of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
  test(`${value} is not a rate`, () => {
    assert.throws(() => rate(value), RangeError)
  })
}

test('sums and differences are exact and never leave the exact numbers', () => {
  assert.equal(add(), 0)
  assert.equal(add(...all([1250, 50, 1])), 1301)
  assert.equal(subtract(cents(100)), 100)
  assert.equal(subtract(cents(100), cents(60), cents(41)), -1)
  const most = cents(Number.MAX_SAFE_INTEGER)
  assert.throws(() => add(most, cents(1)), RangeError)
  assert.throws(() => subtract(cents(Number.MIN_SAFE_INTEGER), cents(1)), RangeError)
})

test('an addition can be undone by a subtraction', () => {
  fc.assert(
    fc.property(signed, fc.array(signed, { maxLength: 20 }), (start, others) => {
      const sum = add(cents(start), ...all(others))
      const wanted = others.reduce((total, each) => total + BigInt(each), BigInt(start))
      assert.equal(BigInt(sum), wanted)
      assert.equal(subtract(sum, ...all(others)), start)
    }),
  )
})

test('the smaller and the larger of two amounts are those two', () => {
  fc.assert(
    fc.property(signed, signed, (a, b) => {
      assert.equal(min(cents(a), cents(b)), Math.min(a, b))
      assert.equal(max(cents(a), cents(b)), Math.max(a, b))
    }),
  )
})

type Division = readonly [numerator: bigint, denominator: bigint, quotient: bigint]
const divisions: readonly Division[] = [
  [0n, 7n, 0n],
  [1n, 2n, 0n],
  [3n, 2n, 2n],
  [5n, 2n, 2n],
  [7n, 2n, 4n],
  [-1n, 2n, 0n],
  [-3n, 2n, -2n],
  [-5n, 2n, -2n],
  [-7n, 2n, -4n],
  [1n, 3n, 0n],
  [2n, 3n, 1n],
  [-1n, 3n, 0n],
  [-2n, 3n, -1n],
  [25n, 10n, 2n],
  [35n, 10n, 4n],
  [2_500_000_000_001n, 1_000_000_000_000n, 3n],
  [10n ** 60n + 5n * 10n ** 29n, 10n ** 30n, 10n ** 30n],
  [10n ** 60n + 15n * 10n ** 29n, 10n ** 30n, 10n ** 30n + 2n],
]

for (const [numerator, denominator, quotient] of divisions) {
  test(`${numerator} ÷ ${denominator} rounds to ${quotient}`, () => {
    assert.equal(divideHalfEven(numerator, denominator), quotient)
  })
}

/** Another way to the same number: floor, then the distance to both neighbours decides. */
function nearest(numerator: bigint, denominator: bigint): bigint {
  let floor = numerator / denominator
  if (floor * denominator > numerator) floor -= 1n
  const below = numerator - floor * denominator
  const above = denominator - below
  if (below !== above) return below < above ? floor : floor + 1n
  return floor % 2n === 0n ? floor : floor + 1n
}

test('a division gives the nearest whole number', () => {
  const numerators = fc.oneof(fc.bigInt({ min: -1000n, max: 1000n }), fc.bigInt())
  const denominators = fc.oneof(fc.bigInt({ min: 1n, max: 40n }), fc.bigInt({ min: 1n }))
  fc.assert(
    fc.property(numerators, denominators, (numerator, denominator) => {
      const quotient = divideHalfEven(numerator, denominator)
      assert.equal(quotient, nearest(numerator, denominator))
      assert.equal(divideHalfEven(-numerator, denominator), -quotient)
    }),
    { numRuns: 2000 },
  )
})

test('a quotient that ends in a half is rounded to even', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.bigInt({ min: 1n }), (whole, half) => {
      const quotient = divideHalfEven((2n * whole + 1n) * half, 2n * half)
      assert.equal(quotient % 2n, 0n)
      assert.ok(quotient === whole || quotient === whole + 1n)
    }),
  )
})

test('a denominator that is not positive is refused', () => {
  assert.throws(() => divideHalfEven(1n, 0n), RangeError)
  assert.throws(() => divideHalfEven(1n, -2n), RangeError)
})

type Share = readonly [amount: number, rate: number, share: number]
const shares: readonly Share[] = [
  [10000, 2100, 2100],
  [1250, 10000, 1250],
  [1250, 0, 0],
  [0, 2100, 0],
  [50, 100, 0],
  [150, 100, 2],
  [250, 100, 2],
  [350, 100, 4],
  [-150, 100, -2],
  [-250, 100, -2],
  [1, 5000, 0],
  [3, 5000, 2],
  [100, 20000, 200],
  [MOST, 10000, MOST],
  [999_999_999_999, 3333, 333_300_000_000],
]

for (const [amount, of, part] of shares) {
  test(`${of} hundredths of a percent of ${amount} are ${part}`, () => {
    assert.equal(share(cents(amount), rate(of)), part)
  })
}

test('a product beyond exact amounts is refused', () => {
  assert.throws(() => multiplyRatio(cents(Number.MAX_SAFE_INTEGER), 2n, 1n), RangeError)
  assert.equal(multiplyRatio(cents(Number.MAX_SAFE_INTEGER), 10n ** 30n, 10n ** 30n), 2 ** 53 - 1)
})

type Split = readonly [amount: number, weights: readonly number[], parts: readonly number[]]
const splits: readonly Split[] = [
  [100, [1], [100]],
  [100, [1, 1, 1], [34, 33, 33]],
  [101, [1, 1, 1], [34, 34, 33]],
  [100, [0, 0, 0], [34, 33, 33]],
  [100, [0, 1, 0], [0, 100, 0]],
  [2, [1, 1, 1], [1, 1, 0]],
  [10, [1, 2, 3], [2, 3, 5]],
  [5, [30, 70], [2, 3]],
  [5, [70, 30], [4, 1]],
  [7, [1, 1, 3], [2, 1, 4]],
  [0, [3, 4], [0, 0]],
  [MOST, [MOST, MOST, MOST], [333_333_333_334, 333_333_333_333, 333_333_333_333]],
]

for (const [amount, over, parts] of splits) {
  test(`${amount} split over ${over.join(', ')} is ${parts.join(', ')}`, () => {
    assert.deepEqual(allocate(cents(amount), all(over)), parts)
  })
}

test('a split hands out the whole amount, each part within a cent of its exact share', () => {
  fc.assert(
    fc.property(amounts, weights, (amount, over) => {
      const parts = allocate(cents(amount), all(over))
      assert.equal(parts.length, over.length)
      assert.equal(add(ZERO, ...parts), amount)
      const even = over.every((weight) => weight === 0)
      const exact = over.map((weight) => BigInt(even ? 1 : weight))
      const total = exact.reduce((sum, each) => sum + each, 0n)
      for (const [index, part] of parts.entries()) {
        const distance = BigInt(part) * total - BigInt(amount) * (exact[index] ?? 0n)
        assert.ok(distance < total && distance > -total, `part ${index} is ${part}`)
        if (exact[index] === 0n) assert.equal(part, 0)
      }
    }),
    { numRuns: 1000 },
  )
})

test('a split gives more to a larger weight, and to the earlier of two equal ones', () => {
  fc.assert(
    fc.property(amounts, weights, (amount, over) => {
      const parts = allocate(cents(amount), all(over))
      for (const [a, weight] of over.entries()) {
        for (const [b, other] of over.entries()) {
          const [first = 0, second = 0] = [parts[a], parts[b]]
          if (weight > other || (weight === other && a < b)) assert.ok(first >= second)
        }
      }
    }),
  )
})

test('a split of a negative amount, over nothing, or by a negative weight is refused', () => {
  assert.throws(() => allocate(cents(-1), all([1])), RangeError)
  assert.throws(() => allocate(cents(1), []), RangeError)
  assert.throws(() => allocate(cents(1), all([1, -1])), RangeError)
})

const lessened: readonly (readonly [
  of: number,
  numerator: bigint,
  denominator: bigint,
  left: number,
])[] = [
  [2_100, 0n, 1n, 2_100],
  [2_100, 10_000n, 1n, 0],
  [2_100, 5_000n, 1n, 1_050],
  [2_100, 10_000n, 3n, 1_400],
  // 7.875 % and 7.865 %: a half goes to the even hundredth.
  [1_050, 2_500n, 1n, 788],
  [1_573, 5_000n, 1n, 786],
  [1, 5_000n, 1n, 0],
  [3, 5_000n, 1n, 2],
  [10_000, 1n, 10n ** 30n, 10_000],
]
for (const [of, numerator, denominator, left] of lessened) {
  test(`a rate of ${of} less ${numerator}/${denominator} of 10000 is ${left}`, () => {
    assert.equal(lessen(rate(of), { numerator, denominator }), left)
  })
}

test('a split by weights beyond the safe range is exact', () => {
  const huge = 10n ** 20n
  assert.deepEqual(allocate(cents(100), [huge, huge * 3n, 0n]), [25, 75, 0])
})

const decimals: readonly (readonly [amount: number, text: string])[] = [
  [0, '0.00'],
  [-0, '0.00'],
  [5, '0.05'],
  [-5, '-0.05'],
  [99, '0.99'],
  [100, '1.00'],
  [-1_250, '-12.50'],
  [MOST, '10000000000.00'],
  [Number.MAX_SAFE_INTEGER, '90071992547409.91'],
]
for (const [amount, text] of decimals) {
  test(`${amount} is written ${text}`, () => {
    assert.equal(decimalText(cents(amount)), text)
  })
}
