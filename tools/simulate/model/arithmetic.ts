/** The model's own arithmetic: whole numbers of any size, nothing taken from the service. */

/** To the nearest whole number, a half to the even one. */
export function halfEven(numerator: bigint, denominator: bigint): bigint {
  if (denominator < 0n) return halfEven(-numerator, -denominator)
  let floor = numerator / denominator
  if (floor * denominator > numerator) floor -= 1n
  const above = 2n * (numerator - floor * denominator) - denominator
  if (above > 0n) return floor + 1n
  if (above < 0n) return floor
  return floor % 2n === 0n ? floor : floor + 1n
}

export const sum = (amounts: Iterable<bigint>): bigint => {
  let total = 0n
  for (const amount of amounts) total += amount
  return total
}

export const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)
export const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)

/** Parts in proportion to the weights that sum to the whole: the largest remainders get a cent. */
export function inProportion(amount: bigint, weights: readonly bigint[]): bigint[] {
  const all = sum(weights)
  const scale = all === 0n ? weights.map(() => 1n) : weights
  const whole = all === 0n ? BigInt(weights.length) : all
  const parts = scale.map((weight) => (amount * weight) / whole)
  const ranked = scale
    .map((weight, index) => ({ index, rest: (amount * weight) % whole }))
    .sort((a, b) => (a.rest > b.rest ? -1 : a.rest < b.rest ? 1 : a.index - b.index))
  let left = amount - sum(parts)
  for (const { index } of ranked) {
    if (left === 0n) break
    parts[index] = (parts[index] ?? 0n) + 1n
    left -= 1n
  }
  return parts
}

const YEAR = 120_000n

/** The equal payment of an annuity: hundredths of a percent a year, by twelve months. */
function annuity(amount: bigint, count: number, rate: bigint): bigint {
  if (rate === 0n) return halfEven(amount, BigInt(count))
  let grown = 1n
  let flat = 1n
  for (let month = 0; month < count; month++) {
    grown *= YEAR + rate
    flat *= YEAR
  }
  return halfEven(amount * rate * grown, YEAR * (grown - flat))
}

export type Row = { readonly capital: bigint; readonly interest: bigint }

/** Month by month; the last takes what is left. */
export function annuityRows(amount: bigint, count: number, rate: bigint): Row[] {
  const payment = annuity(amount, count, rate)
  const rows: Row[] = []
  let open = amount
  for (let month = 1; month <= count; month++) {
    const interest = halfEven(open * rate, YEAR)
    const paid = payment > interest ? payment - interest : 0n
    const capital = month === count ? open : smaller(paid, open)
    rows.push({ capital, interest })
    open -= capital
  }
  return rows
}
