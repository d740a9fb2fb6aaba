// Held against a way that shares nothing with it: with y = (1 + X)^(−1/q) flows at multiples of
// 1/q are a polynomial, whose zeros Sturm's chain counts exactly, those that only touch too.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fraction } from '@svc/api'
import fc from 'fast-check'
import { annualPercentageRate, type Flows } from './apr.ts'
import { compare, fraction, numberOf, plus } from './fractions.ts'

/** Coefficients, the constant one first, the last one not zero. */
type Polynomial = readonly bigint[]

function trimmed(coefficients: readonly bigint[]): Polynomial {
  const end = coefficients.findLastIndex((each) => each !== 0n)
  return coefficients.slice(0, end + 1)
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)
const divisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : divisor(b, a % b))

/** Less its common factor, which is positive, so that signs stay. */
function primitive(polynomial: Polynomial): Polynomial {
  const common = polynomial.reduce((actual, each) => divisor(actual, magnitude(each)), 0n)
  return common === 0n ? [] : polynomial.map((each) => each / common)
}

/** The negated remainder, times something positive. */
function negatedRemainder(of: Polynomial, by: Polynomial): Polynomial {
  let rest = of
  const lead = by.at(-1) ?? 1n
  while (rest.length >= by.length) {
    const shift = rest.length - by.length
    const factor = rest.at(-1) ?? 0n
    const sign = lead < 0n ? -1n : 1n
    rest = trimmed(
      rest.map((each, index) => {
        const taken = index >= shift ? (by[index - shift] ?? 0n) : 0n
        return (each * lead - taken * factor) * sign
      }),
    )
  }
  return primitive(rest.map((each) => -each))
}

function sturmChain(polynomial: Polynomial): Polynomial[] {
  const derivative = polynomial.slice(1).map((each, index) => each * BigInt(index + 1))
  const chain = [primitive(polynomial), primitive(trimmed(derivative))]
  for (;;) {
    const [before, last] = [chain.at(-2) ?? [], chain.at(-1) ?? []]
    if (last.length === 0) return chain.slice(0, -1)
    chain.push(negatedRemainder(before, last))
  }
}

function signAt(polynomial: Polynomial, { numerator, denominator }: Fraction): number {
  let sum = 0n
  let power = 1n
  for (let index = polynomial.length - 1; index >= 0; index--) {
    sum = sum * numerator + (polynomial[index] ?? 0n) * power
    power *= denominator
  }
  return sum > 0n ? 1 : sum < 0n ? -1 : 0
}

function variations(chain: readonly Polynomial[], at: Fraction): number {
  const signs = chain.map((each) => signAt(each, at)).filter((sign) => sign !== 0)
  return signs.filter((sign, index) => index > 0 && sign !== signs[index - 1]).length
}

/** How many different zeros lie above the one and not above the other. */
const zeros = (chain: readonly Polynomial[], above: Fraction, upTo: Fraction): number =>
  variations(chain, above) - variations(chain, upTo)

const ONE = fraction(1n)
const half = (a: Fraction, b: Fraction): Fraction => {
  const sum = plus(a, b)
  return fraction(sum.numerator, sum.denominator * 2n)
}
const narrow = (a: Fraction, b: Fraction): boolean =>
  numberOf(b) - numberOf(a) < 1e-13 * numberOf(a)

/** The y of the wanted X: the largest that is at most 1, else the smallest above it. */
function wantedZero(polynomial: Polynomial): number | undefined {
  const origin = polynomial.findIndex((each) => each !== 0n)
  const reduced = polynomial.slice(origin)
  const chain = sturmChain(reduced)
  const bound = reduced.reduce((sum, each) => sum + magnitude(each), 0n) + 1n
  let [low, high] = [fraction(1n, bound), ONE]
  if (zeros(chain, low, high) > 0) {
    if (signAt(reduced, ONE) === 0) return 1
    while (!narrow(low, high)) {
      const middle = half(low, high)
      if (zeros(chain, middle, high) > 0) low = middle
      else high = middle
    }
    return numberOf(high)
  }
  ;[low, high] = [ONE, fraction(bound)]
  if (zeros(chain, low, high) === 0) return undefined
  while (!narrow(low, high)) {
    const middle = half(low, high)
    if (zeros(chain, low, middle) > 0) high = middle
    else low = middle
  }
  return numberOf(high)
}

/** Positive coefficients are received, negative ones paid, at multiples of 1/q years. */
function flowsOf(polynomial: Polynomial, q: bigint): Flows {
  const flows = polynomial.map((each, index) => {
    return { time: fraction(BigInt(index), q), amount: fraction(magnitude(each)) }
  })
  return {
    in: flows.filter((_, index) => (polynomial[index] ?? 0n) > 0n),
    out: flows.filter((_, index) => (polynomial[index] ?? 0n) < 0n),
  }
}

function agrees(polynomial: Polynomial, q: bigint): void {
  const actual = annualPercentageRate(flowsOf(polynomial, q))
  const y = wantedZero(polynomial)
  const shown = `${polynomial.join()} by ${q}`
  if (y === undefined) {
    assert.ok('refused' in actual, `${shown}: ${JSON.stringify(actual)}`)
    return
  }
  assert.ok(!('refused' in actual), `${shown}: there is y = ${y}`)
  assert.ok(
    Math.abs(actual.force / Number(q) + Math.log(y)) < 1e-10,
    `${shown}: ${y}, ${actual.apr}`,
  )
}

const product = (a: Polynomial, b: Polynomial): Polynomial => {
  const coefficients = Array<bigint>(a.length + b.length - 1).fill(0n)
  for (const [i, x] of a.entries()) {
    for (const [j, y] of b.entries()) coefficients[i + j] = (coefficients[i + j] ?? 0n) + x * y
  }
  return coefficients
}

const mixed = (polynomial: Polynomial): boolean =>
  polynomial.some((each) => each > 0n) && polynomial.some((each) => each < 0n)
const q = fc.constantFrom(1n, 2n, 12n, 52n)

test('random flows have the rate that exact counting of zeros finds, or none', () => {
  const coefficient = fc.oneof(fc.bigInt(-3n, 3n), fc.bigInt(-2000n, 2000n))
  fc.assert(
    fc.property(fc.array(coefficient, { minLength: 2, maxLength: 9 }), q, (drawn, period) => {
      const polynomial = trimmed(drawn)
      fc.pre(mixed(polynomial))
      agrees(polynomial, period)
    }),
    { numRuns: 3000 },
  )
})

test('finds the right one of several rates, including double ones', () => {
  // a − b y is zero where 1 + X = (b/a)^q.
  const factor = fc
    .tuple(fc.bigInt(1n, 40n), fc.bigInt(1n, 40n), fc.integer({ min: 1, max: 3 }))
    .map(([a, b, often]) => Array<Polynomial>(often).fill([a, -b]).reduce(product))
  const square = fc
    .tuple(fc.bigInt(1n, 9n), fc.bigInt(-9n, 9n), fc.bigInt(1n, 9n))
    .map((coefficients): Polynomial => coefficients)
  const factors = fc.tuple(fc.array(factor, { minLength: 1, maxLength: 3 }), square)
  fc.assert(
    fc.property(factors, q, ([several, other], period) => {
      const polynomial = several.reduce(product, other)
      fc.pre(mixed(polynomial))
      agrees(polynomial, period)
    }),
    { numRuns: 1500 },
  )
})

test('near-equal rates, and a sum that nearly touches zero, are distinguished', () => {
  for (const digits of [2n, 6n, 10n, 14n, 18n]) {
    const unit = 10n ** digits
    for (const last of [-1n, 0n, 1n]) {
      agrees([-100n * unit, 220n * unit, -121n * unit + last], 1n)
      agrees([-121n * unit + last, 220n * unit, -100n * unit], 12n)
    }
  }
})

test('the rate of a long credit is confirmed by exact arithmetic on both sides', () => {
  const places = 2n ** 62n
  const payments = fc.array(fc.bigInt(0n, 500_000n), { minLength: 2, maxLength: 360 })
  const credit = fc.tuple(fc.bigInt(1_000n, 10_000_000n), payments, q)
  fc.assert(
    fc.property(credit, ([received, paid, period]) => {
      const polynomial = trimmed([received, ...paid.map((each) => -each)])
      fc.pre(polynomial.length > 1)
      const actual = annualPercentageRate(flowsOf(polynomial, period))
      assert.ok(!('refused' in actual))
      const y = Math.exp(-actual.force / Number(period))
      const near = (by: number) =>
        fraction(BigInt(Math.round(y * (1 + by) * Number(places))), places)
      const signs = [-1e-12, 1e-12].map((by) => signAt(polynomial, near(by)))
      assert.deepEqual(signs, [1, -1], `${actual.apr}`)
    }),
    { numRuns: 200 },
  )
})

test('the zero that is counted is one: (1 − y)(2 − y)², its halves and its reverse', () => {
  const polynomial = product(product([2n, -1n], [2n, -1n]), [1n, -1n])
  const chain = sturmChain(polynomial)
  assert.equal(zeros(chain, fraction(1n, 2n), fraction(3n)), 2)
  assert.equal(zeros(chain, fraction(3n, 2n), fraction(3n)), 1)
  assert.equal(compare(ONE, fraction(1n)), 0)
  assert.equal(wantedZero(polynomial), 1)
})
