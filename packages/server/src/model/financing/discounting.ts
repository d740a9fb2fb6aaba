/**
 * A sum of amounts, each discounted by e to the power of −rate × its time, the first time 0, all
 * others later and the rate not below 0. Its zeros are the APRs; this file evaluates it at one
 * rate.
 */
import type { Fraction } from '@svc/api'
import { compare, minus, numberOf, textOf } from './fractions.ts'
import { exponentialOfMinus, fixedPoint, PLACES } from './precise-exponential.ts'

/** A signed amount in whole units and its time in years. */
export type Term = { readonly time: Fraction; readonly units: bigint }

/** Amounts are fractions of the largest one; `terms` are the same, exact and in the same order. */
export type DiscountedSum = {
  readonly times: readonly number[]
  readonly amounts: readonly number[]
  readonly terms: () => readonly Term[]
}

/** The sum and its derivative at one rate, with their error bounds. */
export type Sample = {
  readonly rate: number
  readonly value: number
  readonly valueNoise: number
  readonly slope: number
  readonly slopeNoise: number
}

/**
 * The curvature of the sum from one rate on: its derivatives there, from the second to the sixth.
 */
export type Bends = {
  /** The absolute amounts, discounted. */
  readonly size: number
  /** The absolute derivatives, plus their errors. */
  readonly here: readonly number[]
  /** Upper bounds of each derivative, here and at any higher rate. */
  readonly most: readonly number[]
}

const EPSILON = 2 ** -53
/** The error bound of the bigint arithmetic, as a fraction of the amounts; in fact some 2⁻³⁶⁰. */
const PRECISE_EPSILON = 2 ** -300

/** Terms of different times, in order; `reverse` counts time back from the last one. */
export function discountedSum(terms: readonly Term[], reverse: boolean): DiscountedSum {
  const ordered = reverse ? terms.toReversed() : terms
  const origin = ordered[0]?.time
  if (origin === undefined) throw new RangeError('a sum of nothing')
  const shifted = ordered.map(({ time, units }) => {
    return { units, time: reverse ? minus(origin, time) : minus(time, origin) }
  })
  const denominator = largest(shifted)
  return {
    times: shifted.map(({ time }) => numberOf(time)),
    amounts: shifted.map(({ units }) => numberOf({ numerator: units, denominator })),
    terms: () => shifted,
  }
}

/** The largest absolute amount. */
export function largest(terms: readonly Term[]): bigint {
  let most = 1n
  for (const { units } of terms) {
    if (units > most) most = units
    if (-units > most) most = -units
  }
  return most
}

/** With doubles, adding the rounding errors of each addition separately. */
export function sampleAt({ times, amounts }: DiscountedSum, rate: number): Sample {
  let [value, lost, slope, slopeLost] = [0, 0, 0, 0]
  let [valueNoise, slopeNoise] = [0, 0]
  for (let index = 0; index < times.length; index++) {
    const time = times[index] ?? 0
    const part = (amounts[index] ?? 0) * Math.exp(-rate * time)
    const size = Math.abs(part)
    const next = value + part
    lost += Math.abs(value) >= size ? value - next + part : part - next + value
    value = next
    const tilt = -part * time
    const nextSlope = slope + tilt
    slopeLost +=
      Math.abs(slope) >= Math.abs(tilt) ? slope - nextSlope + tilt : tilt - nextSlope + slope
    slope = nextSlope
    const noise = size * (8 + 4 * rate * time)
    valueNoise += noise
    slopeNoise += noise * time
  }
  return {
    rate,
    value: value + lost,
    valueNoise: valueNoise * EPSILON,
    slope: slope + slopeLost,
    slopeNoise: slopeNoise * EPSILON,
  }
}

const ORDERS = 5
const SECOND = 2

export function bendsAt({ times, amounts }: DiscountedSum, rate: number): Bends {
  const signed = new Float64Array(ORDERS)
  const most = new Float64Array(ORDERS)
  const noise = new Float64Array(ORDERS)
  let size = 0
  for (let index = 0; index < times.length; index++) {
    const time = times[index] ?? 0
    const part = (amounts[index] ?? 0) * Math.exp(-rate * time)
    size += Math.abs(part)
    let power = part * time * time
    for (let order = 0; order < ORDERS; order++) {
      signed[order] = (signed[order] ?? 0) + power
      most[order] = (most[order] ?? 0) + Math.abs(power)
      noise[order] = (noise[order] ?? 0) + Math.abs(power) * (times.length + 8 + 4 * rate * time)
      power *= time
    }
  }
  const here = [...signed].map((value, order) => Math.abs(value) + (noise[order] ?? 0) * EPSILON)
  return { size, here, most: [...most] }
}

/** The upper bound of a derivative (2: the second) up to a rate higher by the width. */
export function bendWithin({ here, most }: Bends, derivative: number, width: number): number {
  let bound = most.at(-1) ?? 0
  for (let order = ORDERS - 2; order >= derivative - SECOND; order--) {
    bound = Math.min(most[order] ?? 0, (here[order] ?? 0) + width * bound)
  }
  return bound
}

/** The same with a hundred digits. */
export function preciseSampleAt(sum: DiscountedSum, rate: number): Sample {
  const terms = sum.terms()
  const exactRate = fixedPoint(rate)
  const steps = new Map<string, bigint>()
  const step = (gap: Fraction): bigint => {
    const known = steps.get(textOf(gap))
    if (known !== undefined) return known
    const exponential = exponentialOfMinus((exactRate * gap.numerator) / gap.denominator)
    steps.set(textOf(gap), exponential)
    return exponential
  }
  let [value, slope] = [0n, 0n]
  let factor = 1n << PLACES
  let before = terms[0]?.time
  for (const { time, units } of terms) {
    if (before !== undefined && compare(before, time) !== 0) {
      factor = (factor * step(minus(time, before))) >> PLACES
    }
    before = time
    value += units * factor
    slope -= (units * factor * time.numerator) / time.denominator
  }
  const denominator = largest(terms) << PLACES
  const rough = sampleAt(sum, rate)
  return {
    ...rough,
    value: numberOf({ numerator: value, denominator }),
    valueNoise: (rough.valueNoise / EPSILON) * PRECISE_EPSILON,
    slope: numberOf({ numerator: slope, denominator }),
    slopeNoise: (rough.slopeNoise / EPSILON) * PRECISE_EPSILON,
  }
}
