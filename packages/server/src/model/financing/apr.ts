/**
 * The annual percentage rate of charge by Directive (EU) 2023/2225, Annex III: the X for which what
 * the buyer receives and what they pay are worth the same,
 * Σ Cₖ (1 + X)^−tₖ = Σ Dₗ (1 + X)^−sₗ, times in years from the first drawdown.
 *
 * 1. Times and amounts are exact; only the search for X uses floating point.
 * 2. Of several X it is the smallest that is not negative, else the negative one nearest 0.
 * 3. Each X is greater than −1: with 1 + X = e^r every real r is one X.
 */
import { type Cents, type Fraction, type Rate, rate } from '@svc/api'
import type { Day } from '../../platform/time/calendar.ts'
import { yearsBetween } from './day-count.ts'
import { type DiscountedSum, discountedSum, largest, sampleAt, type Term } from './discounting.ts'
import { commonDenominator, compare, fraction, numberOf } from './fractions.ts'
import { smallestRoot } from './roots.ts'

export type Flow = { readonly time: Fraction; readonly amount: Fraction }
/** The amounts that the buyer receives and pays. */
export type Flows = { readonly in: readonly Flow[]; readonly out: readonly Flow[] }

export type AnnualRate = {
  /** In percent. */
  readonly apr: number
  /** As it is published: to one decimal place, half up. */
  readonly rounded: number
  /** ln (1 + X): the rate by which the flows are discounted. */
  readonly force: number
  /** The difference of the two sides' present values. */
  readonly residual: number
}
type NoRate = { readonly refused: string }

/** The largest exponent that a double can represent. */
const FORCE_MAX = 690
const PERCENT = 100
/** A value this close to a tie counts as the tie: the search is not more exact. */
const TIE = 1e-9

export function annualPercentageRate(flows: Flows): AnnualRate | NoRate {
  for (const side of ['in', 'out'] as const) {
    if (flows[side].every(({ amount }) => amount.numerator === 0n)) {
      return { refused: `no rate: "${side}" has no amount other than 0` }
    }
  }
  const { terms, denominator } = termsOf(flows)
  if (total(terms) === 0n) return { apr: 0, rounded: 0, force: 0, residual: 0 }
  const result = forceOf(terms)
  if (result === undefined)
    return { refused: 'no rate: what is paid never equals what is received' }
  const { sum, force, back } = result
  if (force > FORCE_MAX) return { refused: 'no rate: it would have more than 300 digits' }
  const origin = (back ? terms.at(-1) : terms[0])?.time ?? fraction(0n)
  const scale = numberOf({ numerator: largest(terms), denominator })
  const { value } = sampleAt(sum, Math.abs(force))
  return {
    ...ofForce(force),
    residual: value * scale * Math.exp(-force * numberOf(origin)),
  }
}

function ofForce(force: number): Omit<AnnualRate, 'residual'> {
  const apr = Math.expm1(force) * PERCENT
  return { apr, rounded: roundHalfUp(apr, 1), force }
}

/** Rounds the figure as in Annex III: ties away from zero. */
export function roundHalfUp(value: number, decimals: number): number {
  const scale = 10 ** decimals
  const rounded = Math.floor(Math.abs(value) * scale + 0.5 + TIE) / scale
  return value < 0 && rounded !== 0 ? -rounded : rounded
}

type Solution = { readonly sum: DiscountedSum; readonly force: number; readonly back: boolean }

/** Counting times back from the last one turns negative rates into positive ones. */
function forceOf(terms: readonly Term[]): Solution | undefined {
  for (const back of [false, true]) {
    const ordered = back ? terms.toReversed() : terms
    const changes = signChanges(ordered.map(({ units }) => units))
    if (changes === 0) continue
    const sum = discountedSum(terms, back)
    const root = smallestRoot(sum, changes)
    if (root !== undefined) return { sum, back, force: back ? -root : root }
  }
  return undefined
}

/** The number of sign changes of the running sum, zeros excluded. */
function signChanges(amounts: readonly bigint[]): number {
  let [running, changes] = [0n, 0]
  let positive: boolean | undefined
  for (const amount of amounts) {
    running += amount
    if (running === 0n) continue
    if (positive !== undefined && positive !== running > 0n) changes += 1
    positive = running > 0n
  }
  return changes
}

const total = (terms: readonly Term[]): bigint => terms.reduce((sum, { units }) => sum + units, 0n)

/** One term for each time, in order, without those that cancel out: `units` of `denominator`. */
function termsOf(flows: Flows): { terms: Term[]; denominator: bigint } {
  const all = [...flows.in, ...flows.out]
  const denominator = commonDenominator(all.map(({ amount }) => amount))
  const whole = ({ numerator, denominator: part }: Fraction) => (numerator * denominator) / part
  const signed = [
    ...flows.in.map(({ time, amount }) => ({ time, units: whole(amount) })),
    ...flows.out.map(({ time, amount }) => ({ time, units: -whole(amount) })),
  ].sort((a, b) => compare(a.time, b.time))
  const merged: { time: Fraction; units: bigint }[] = []
  for (const term of signed) {
    const last = merged.at(-1)
    if (last !== undefined && compare(last.time, term.time) === 0) last.units += term.units
    else merged.push({ ...term })
  }
  return { terms: merged.filter(({ units }) => units !== 0n), denominator }
}

export type DatedFlow = {
  readonly day: Day
  readonly amount: Cents
  /** From the buyer's point of view. */
  readonly direction: 'in' | 'out'
}

/** A rate is a whole number of hundredths of a percent. */
const RATE_DECIMALS = 2

/**
 * The APR of dated flows in hundredths of a percent, half up, counted in months from the first day
 * on which the buyer receives something; null if there is none, or none that a rate can represent.
 */
export function offerRate(flows: readonly DatedFlow[]): Rate | null {
  const received = flows.filter(({ direction }) => direction === 'in').map(({ day }) => day)
  const first = received.reduce<Day | undefined>(
    (least, day) => (least === undefined || day < least ? day : least),
    undefined,
  )
  if (first === undefined) return null
  const dated = flows.map(({ day, amount, direction }) => {
    const flow = { time: yearsBetween(first, day, 'month'), amount: fraction(BigInt(amount)) }
    return { direction, flow }
  })
  const side = (wanted: 'in' | 'out') =>
    dated.filter(({ direction }) => direction === wanted).map(({ flow }) => flow)
  const result = annualPercentageRate({ in: side('in'), out: side('out') })
  if ('refused' in result || result.apr < 0) return null
  const hundredths = Math.floor(roundHalfUp(result.apr, RATE_DECIMALS) * PERCENT + 0.5)
  return Number.isSafeInteger(hundredths) ? rate(hundredths) : null
}
