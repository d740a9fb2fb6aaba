/** Exact fractions: times in years, and amounts with any number of decimals. */
import type { Fraction } from '@svc/api'

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)

function greatestDivisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [magnitude(a), magnitude(b)]
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller]
  return larger
}

/** In lowest terms, the denominator positive. */
export function fraction(numerator: bigint, denominator = 1n): Fraction {
  if (denominator === 0n) throw new RangeError('a fraction by nothing')
  const divisor = greatestDivisor(numerator, denominator) * (denominator < 0n ? -1n : 1n)
  return { numerator: numerator / divisor, denominator: denominator / divisor }
}

const NOTHING = fraction(0n)

export function plus(a: Fraction, b: Fraction): Fraction {
  const numerator = a.numerator * b.denominator + b.numerator * a.denominator
  return fraction(numerator, a.denominator * b.denominator)
}

export const negated = ({ numerator, denominator }: Fraction): Fraction => {
  return { numerator: -numerator, denominator }
}

export const minus = (a: Fraction, b: Fraction): Fraction => plus(a, negated(b))

export const times = (a: Fraction, count: bigint): Fraction =>
  fraction(a.numerator * count, a.denominator)

/** Negative if `a` is the smaller one. */
export function compare(a: Fraction, b: Fraction): number {
  const [left, right] = [a.numerator * b.denominator, b.numerator * a.denominator]
  return left < right ? -1 : left > right ? 1 : 0
}

/** The bits of a double, with some to spare, so that truncation has no effect. */
const BITS = 64n

/** The nearest double, whatever the size of its parts. */
export function numberOf({ numerator, denominator }: Fraction): number {
  const whole = Number(numerator) / Number(denominator)
  const exact = Number.isSafeInteger(Number(numerator)) && Number.isSafeInteger(Number(denominator))
  if (exact) return whole
  const lengths = [magnitude(numerator), denominator].map((part) => part.toString(2).length)
  const shift = BITS - BigInt((lengths[0] ?? 0) - (lengths[1] ?? 0))
  const scaled =
    shift > 0n ? (numerator << shift) / denominator : numerator / (denominator << -shift)
  return Number(scaled) * 2 ** -Number(shift)
}

export const textOf = ({ numerator, denominator }: Fraction): string =>
  denominator === 1n ? String(numerator) : `${numerator}/${denominator}`

const DECIMAL = /^([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]{1,4}))?$/

/**
 * A decimal as in JSON or as people write it: `1432.86`, `-0.005`, `.5`, `1e3`. Undefined for any
 * other text, and for one with more than `digitsMax` digits on either side of the point.
 */
export function parseDecimal(text: string, digitsMax: number): Fraction | undefined {
  const match = DECIMAL.exec(text)
  if (match === null || text.length > 3 * digitsMax) return undefined
  const [, sign = '', whole = '', part = '', exponent = '0'] = match
  if (whole === '' && part === '') return undefined
  const digits = BigInt(`${whole}${part}`)
  const power = Number(exponent) - part.length
  if (digits === 0n) return NOTHING
  const size = String(digits).length + power
  if (size > digitsMax || power < -2 * digitsMax) return undefined
  const signed = sign === '-' ? -digits : digits
  const value =
    power < 0 ? fraction(signed, 10n ** BigInt(-power)) : fraction(signed * 10n ** BigInt(power))
  return value.denominator > 10n ** BigInt(digitsMax) ? undefined : value
}

/** Between two terms; the sign of an exponent belongs to its number. */
const BEFORE_SIGN = /(?<=[^eE+-])(?=[+-])/

/**
 * A sum of fractions and decimals: `1/12+3/365`, `14/365 - 1/12`, `20`, `-0.5`. Undefined for any
 * other text.
 */
export function parseFractions(text: string, digitsMax: number): Fraction | undefined {
  const dense = text
    .replace(/\u2212/g, '-')
    .replace(/[ \t]+/g, ' ')
    .trim()
  // A space between two numbers does not mean addition.
  if (/[0-9.] [0-9.]/.test(dense)) return undefined
  let sum = NOTHING
  for (const term of dense.replaceAll(' ', '').split(BEFORE_SIGN)) {
    const parts = term.split('/').map((part) => parseDecimal(part, digitsMax))
    const [over, under = fraction(1n)] = parts
    if (over === undefined || parts.includes(undefined) || parts.length > 2) return undefined
    if (under.numerator <= 0n) return undefined
    sum = plus(
      sum,
      fraction(over.numerator * under.denominator, over.denominator * under.numerator),
    )
  }
  return sum
}

/** The least common multiple of the denominators. */
export function commonDenominator(fractions: readonly Fraction[]): bigint {
  let least = 1n
  for (const { denominator } of fractions) {
    if (least % denominator !== 0n) least *= denominator / greatestDivisor(least, denominator)
  }
  return least
}

/** A fraction over a power of ten, as a decimal: 143286/100 is 1432.86. */
export function decimalOf({ numerator, denominator }: Fraction): string {
  let places = 0
  while (10n ** BigInt(places) % denominator !== 0n) places += 1
  if (places === 0) return String(numerator)
  const units = (magnitude(numerator) * 10n ** BigInt(places)) / denominator
  const digits = String(units).padStart(places + 1, '0')
  return `${numerator < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
}
