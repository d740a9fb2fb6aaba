/**
 * The smallest rate above 0 at which a discounted sum is zero, if there is one. Nothing is guessed:
 * an interval is left only when the bounds of the sum's derivatives prove that it holds no zero, or
 * exactly one. What doubles can't decide is computed to a hundred digits (decision 0033).
 *
 * The sum must not be zero at the rate 0.
 */
import {
  type Bends,
  bendsAt,
  bendWithin,
  type DiscountedSum,
  preciseSampleAt,
  type Sample,
  sampleAt,
} from './discounting.ts'

/**
 * If the sum is closer to zero than this throughout an interval, as a fraction of the amounts, it
 * touches zero.
 */
const TOUCH = 2 ** -90
/** The relative precision of a rate. */
const ENOUGH = 2 ** -46
/** The maximum number of bisections; a double has no more places. */
const STEPS_MAX = 2_200

type Evaluate = (sum: DiscountedSum, rate: number) => Sample

/** `changes`: the exact number of sign changes of the running sum of the amounts. */
export function smallestRoot(sum: DiscountedSum, changes: number): number | undefined {
  // Laguerre: there are as many zeros above 0 as the running sum has changes of sign, or fewer by
  // an even number.
  if (changes === 0) return undefined
  const start = sampleAt(sum, 0)
  if (changes > 1) return search(sum, start, last(sum))
  return bracketed(sum, start, onlyRootBelow(sum))
}

/** Beyond all zeros the sum has the sign of its first amount. */
function onlyRootBelow(sum: DiscountedSum): Sample {
  const sign = Math.sign(sum.amounts[0] ?? 0)
  let rate = 0.125
  for (;;) {
    const sample = sampleAt(sum, rate)
    if (signOf(sum, sample) === sign) return sample
    rate *= 2
  }
}

/** Beyond this rate the first amount outweighs all others together. */
function last(sum: DiscountedSum): Sample {
  const first = Math.abs(sum.amounts[0] ?? 0)
  let rate = 0.125
  for (;;) {
    let others = 0
    for (let index = 1; index < sum.times.length; index++) {
      others += Math.abs(sum.amounts[index] ?? 0) * Math.exp(-rate * (sum.times[index] ?? 0))
    }
    if (others < first * (1 - 2 ** -30)) return sampleAt(sum, rate)
    rate *= 2
  }
}

function signOf(sum: DiscountedSum, sample: Sample): number {
  if (Math.abs(sample.value) > sample.valueNoise) return Math.sign(sample.value)
  const precise = preciseSampleAt(sum, sample.rate)
  return Math.abs(precise.value) > precise.valueNoise ? Math.sign(precise.value) : 0
}

/** An interval, its two ends, and the curvature of the sum from the lower one on. */
type Span = {
  readonly low: Sample
  readonly high: Sample
  readonly bends: Bends
  readonly evaluate: Evaluate
}
type Finding = 'none' | 'monotone' | 'touching' | 'drowned' | 'unknown'

/** The conclusion from the bounds of an interval's derivatives. */
function examine({ low, high, bends, evaluate }: Span): Finding {
  const width = high.rate - low.rate
  // A function leaves its chord by at most an eighth of its second derivative × width².
  const bend = (bendWithin(bends, 2, width) * width * width) / 8
  const twist = (bendWithin(bends, 3, width) * width * width) / 8
  const noise = Math.max(low.valueNoise, high.valueNoise)
  const certain = (a: number, b: number, margin: number) =>
    Math.sign(a) === Math.sign(b) && Math.min(Math.abs(a), Math.abs(b)) > margin
  if (certain(low.value, high.value, bend + noise)) return 'none'
  if (certain(low.slope, high.slope, twist + Math.max(low.slopeNoise, high.slopeNoise))) {
    return 'monotone'
  }
  const middle = low.rate + width / 2
  const inseparable = middle === low.rate || middle === high.rate
  if (evaluate === sampleAt) return inseparable || bend < 4 * noise ? 'drowned' : 'unknown'
  const most = Math.max(Math.abs(low.value), Math.abs(high.value)) + bend
  return inseparable || most < TOUCH * bends.size ? 'touching' : 'unknown'
}

/** Goes through the intervals from the left and bisects those without a proof. */
function search(sum: DiscountedSum, from: Sample, to: Sample): number | undefined {
  const bends = bendsAt(sum, from.rate)
  const spans: Span[] = [{ low: from, high: to, bends, evaluate: sampleAt }]
  let touched: { readonly low: number; high: number } | undefined
  for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
    const finding = examine(span)
    if (finding === 'unknown') spans.push(...halves(sum, span))
    else if (finding === 'drowned') spans.push(preciseSpan(sum, span))
    else if (finding === 'touching') {
      touched ??= { low: span.low.rate, high: span.high.rate }
      touched.high = span.high.rate
    } else {
      if (touched !== undefined) break
      const root = finding === 'none' ? undefined : bracketedIfAny(sum, span)
      if (root !== undefined) return root
    }
  }
  return touched === undefined ? undefined : within(sum, touched.low, touched.high)
}

/** Where the sum touches zero: its sign changes there after all, or its slope does. */
function within(sum: DiscountedSum, from: number, to: number): number {
  const ends = [preciseSampleAt(sum, from), preciseSampleAt(sum, to)] as const
  for (const part of ['value', 'slope'] as const) {
    if (Math.sign(ends[0][part]) === Math.sign(ends[1][part])) continue
    let [low, high] = [from, to]
    for (;;) {
      const middle = low + (high - low) / 2
      if (middle === low || middle === high) return middle
      if (Math.sign(preciseSampleAt(sum, middle)[part]) === Math.sign(ends[1][part])) high = middle
      else low = middle
    }
  }
  return from + (to - from) / 2
}

function preciseSpan(sum: DiscountedSum, { low, high, bends }: Span): Span {
  const [preciseLow, preciseHigh] = [
    preciseSampleAt(sum, low.rate),
    preciseSampleAt(sum, high.rate),
  ]
  return { low: preciseLow, high: preciseHigh, bends, evaluate: preciseSampleAt }
}

/** The left half is processed first, from the end of the list. */
function halves(sum: DiscountedSum, { low, high, bends, evaluate }: Span): Span[] {
  const middle = evaluate(sum, low.rate + (high.rate - low.rate) / 2)
  return [
    { low: middle, high, bends: bendsAt(sum, middle.rate), evaluate },
    { low, high: middle, bends, evaluate },
  ]
}

/** The zero of an interval in which the sum is monotonic. */
function bracketedIfAny(sum: DiscountedSum, { low, high }: Span): number | undefined {
  const [left, right] = [signOf(sum, low), signOf(sum, high)]
  if (left === 0) return low.rate
  if (right === 0) return high.rate
  return left === right ? undefined : bracketed(sum, low, high)
}

/**
 * The zero between two rates at which the sum has different signs: Newton's method, within them.
 */
function bracketed(sum: DiscountedSum, from: Sample, to: Sample): number {
  let [low, high] = [from.rate, to.rate]
  const right = signOf(sum, to)
  let evaluate: Evaluate = sampleAt
  let at = from
  for (let step = 0; step < STEPS_MAX; step++) {
    const aim = at.rate - at.value / at.slope
    // Every third step bisects, so that the bracket shrinks whatever Newton's steps do.
    const inside = step % 3 !== 2 && aim > low && aim < high
    const rate = inside ? aim : low + (high - low) / 2
    if (rate === low || rate === high) return rate
    at = evaluate(sum, rate)
    if (Math.abs(at.value) <= at.valueNoise) {
      const blur = Math.abs(at.valueNoise / at.slope)
      if (blur <= ENOUGH * rate) return rate
      evaluate = preciseSampleAt
      at = evaluate(sum, rate)
      if (Math.abs(at.value) <= at.valueNoise) return rate
    }
    if (Math.sign(at.value) === right) high = rate
    else low = rate
    const closing = Math.abs(at.value / at.slope)
    if (inside && closing < ENOUGH * 2 ** -4 * rate) return rate - at.value / at.slope
  }
  return low + (high - low) / 2
}
