/**
 * Money: the only place where amounts are computed.
 *
 * An amount is a whole number of minor units (1250 is 12.50) in the branded type `Cents`; a rate is
 * a whole number of hundredths of a percent (2100 is 21.00 %). Division always names its rounding,
 * and a split hands out its remainder, so that the parts sum to the whole (decision 0005).
 */

declare const centsBrand: unique symbol
/** Whole minor units, a safe integer. */
export type Cents = number & { readonly [centsBrand]: true }

declare const rateBrand: unique symbol
/** Hundredths of a percent: 2100 is 21.00 %. */
export type Rate = number & { readonly [rateBrand]: true }

/** Brands a safe integer as an amount. Throws on anything else, which would be a bug. */
export function cents(value: number | bigint): Cents {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`not an exact amount: ${String(value)}`)
  return number as Cents
}

/** Brands a whole number of hundredths of a percent. */
export function rate(value: number): Rate {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a rate: ${value}`)
  return value as Rate
}

export const ZERO = cents(0)

export function add(...amounts: readonly Cents[]): Cents {
  let sum = 0
  for (const amount of amounts) sum = cents(sum + amount)
  return cents(sum)
}

export function subtract(from: Cents, ...amounts: readonly Cents[]): Cents {
  let rest: number = from
  for (const amount of amounts) rest = cents(rest - amount)
  return cents(rest)
}

export function min(a: Cents, b: Cents): Cents {
  return a < b ? a : b
}

export function max(a: Cents, b: Cents): Cents {
  return a > b ? a : b
}

/**
 * `numerator / denominator` rounded to the nearest whole number, ties to the even one. Exact for
 * any size.
 */
export function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError('the denominator must be positive')
  const negative = numerator < 0n
  const magnitude = negative ? -numerator : numerator
  const quotient = magnitude / denominator
  const twice = (magnitude % denominator) * 2n
  const up = twice > denominator || (twice === denominator && quotient % 2n === 1n)
  const rounded = up ? quotient + 1n : quotient
  return negative ? -rounded : rounded
}

/** `amount × numerator / denominator`, half to even. */
export function multiplyRatio(amount: Cents, numerator: bigint, denominator: bigint): Cents {
  return cents(divideHalfEven(BigInt(amount) * numerator, denominator))
}

/** `amount × numerator / denominator` rounded up, for an amount that is not negative. */
export function convertUp(amount: Cents, numerator: bigint, denominator: bigint): Cents {
  if (amount < 0 || denominator <= 0n) throw new RangeError('a negative amount cannot be converted')
  return cents((BigInt(amount) * numerator + denominator - 1n) / denominator)
}

/** Hundredths of an amount, rounded down to a minor unit. */
export function wholePercent(amount: number, percent: number): number {
  return Number((BigInt(amount) * BigInt(percent)) / 100n)
}

/** For people and spreadsheets: 1250 is 12.50, −5 is -0.05. */
export function decimalText(amount: Cents): string {
  const digits = String(amount < 0 ? -amount : amount).padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** The share of an amount at a rate in hundredths of a percent, half to even. */
export function share(amount: Cents, of: Rate): Cents {
  return multiplyRatio(amount, BigInt(of), 10_000n)
}

/** An exact fraction; the denominator is positive. */
export type Fraction = { readonly numerator: bigint; readonly denominator: bigint }

/** A rate less a share of itself, half to even; the share is in hundredths of a percent. */
export function lessen(of: Rate, { numerator, denominator }: Fraction): Rate {
  const whole = 10_000n * denominator
  return rate(Number(divideHalfEven(BigInt(of) * (whole - numerator), whole)))
}

/**
 * Splits an amount by weights into parts that sum to it exactly: each part is rounded down, then
 * the remaining cents go one each to the largest remainders, earlier parts first on a tie. All
 * weights zero counts as equal weights.
 */
export function allocate(amount: Cents, weights: readonly (Cents | bigint)[]): Cents[] {
  if (amount < 0) throw new RangeError('only an amount that is not negative can be split')
  if (weights.length === 0) throw new RangeError('nothing to split over')
  let total = 0n
  for (const weight of weights) {
    if (weight < 0) throw new RangeError('a weight must not be negative')
    total += BigInt(weight)
  }
  const even = total === 0n
  if (even) total = BigInt(weights.length)
  const shares = weights.map((weight, index) => {
    const scaled = BigInt(amount) * (even ? 1n : BigInt(weight))
    return { index, part: scaled / total, remainder: scaled % total }
  })
  let rest = BigInt(amount) - shares.reduce((sum, each) => sum + each.part, 0n)
  const byRemainder = [...shares].sort((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1,
  )
  for (const each of byRemainder) {
    if (rest === 0n) break
    each.part += 1n
    rest -= 1n
  }
  return shares.map((each) => cents(each.part))
}
