/**
 * The exponential function in fixed point, with about a hundred digits: for cases in which doubles
 * cannot tell whether a sum is zero.
 */

/** Binary places of a fixed-point number. */
export const PLACES = 384n
const ONE = 1n << PLACES
/** How often the argument is halved before the series is summed, and the sum squared afterwards. */
const HALVINGS = 12n

let naturalLogOfTwo: bigint | undefined

/** ln 2 = 2 × artanh(1/3). */
function logOfTwo(): bigint {
  if (naturalLogOfTwo !== undefined) return naturalLogOfTwo
  let power = (2n * ONE) / 3n
  let sum = 0n
  for (let odd = 1n; power !== 0n; odd += 2n) {
    sum += power / odd
    power /= 9n
  }
  naturalLogOfTwo = sum
  return sum
}

/** e to the power of −x, for x ≥ 0; both in fixed point. */
export function exponentialOfMinus(x: bigint): bigint {
  const halves = x / logOfTwo()
  if (halves > PLACES) return 0n
  const rest = (x - halves * logOfTwo()) >> HALVINGS
  let term = ONE
  let sum = ONE
  for (let count = 1n; term !== 0n; count += 1n) {
    term = ((term * rest) >> PLACES) / count
    sum += count % 2n === 1n ? -term : term
  }
  for (let count = 0n; count < HALVINGS; count += 1n) sum = (sum * sum) >> PLACES
  return sum >> halves
}

/** Every double is a fraction over a power of two, so none is rounded unless it is below 2⁻³³⁰. */
export function fixedPoint(value: number): bigint {
  let [mantissa, exponent] = [value, 0]
  while (!Number.isSafeInteger(mantissa) && exponent < Number(PLACES)) {
    mantissa *= 2
    exponent += 1
  }
  return (BigInt(Math.trunc(mantissa)) << PLACES) >> BigInt(exponent)
}
