/** The annuity schedule (design §4), exact: pure integers, no floating point. */
import {
  add,
  allocate,
  type Cents,
  cents,
  divideHalfEven,
  min,
  type Rate,
  subtract,
  ZERO,
} from '@svc/api'

/** A part without date and fees: `amount` is capital and interest. */
export type Instalment = {
  readonly number: number
  readonly amount: Cents
  readonly capital: Cents
  readonly interest: Cents
}

/** Hundredths of a percent per year in 1: 10000 × 12 months. */
const MONTHLY_DENOMINATOR = 120_000n

/**
 * `count` equal monthly payments by annuity at a nominal yearly rate: the payment and each month's
 * interest are rounded half to even, the last payment takes the rest, so that the capital parts sum
 * to the amount exactly.
 */
export function annuitySchedule(amount: Cents, count: number, nominalRate: Rate): Instalment[] {
  const payment = annuityPayment(amount, count, nominalRate)
  const schedule: Instalment[] = []
  let open = amount
  for (let number = 1; number <= count; number++) {
    const interest = cents(divideHalfEven(BigInt(open) * BigInt(nominalRate), MONTHLY_DENOMINATOR))
    const last = number === count
    const capital = last ? open : min(open, subtract(payment, min(payment, interest)))
    schedule.push({ number, capital, interest, amount: add(capital, interest) })
    open = subtract(open, capital)
  }
  return schedule
}

/**
 * amount × i × (1 + i)^n ÷ ((1 + i)^n − 1), with i = rate ÷ 120000, as one exact fraction, half to
 * even.
 */
function annuityPayment(amount: Cents, count: number, nominalRate: Rate): Cents {
  if (count < 1 || !Number.isInteger(count)) throw new RangeError('the count must be at least 1')
  const n = BigInt(count)
  if (nominalRate === 0) return cents(divideHalfEven(BigInt(amount), n))
  const grown = (MONTHLY_DENOMINATOR + BigInt(nominalRate)) ** n
  const flat = MONTHLY_DENOMINATOR ** n
  const numerator = BigInt(amount) * BigInt(nominalRate) * grown
  return cents(divideHalfEven(numerator, MONTHLY_DENOMINATOR * (grown - flat)))
}

export function totalInterest(schedule: readonly Instalment[]): Cents {
  return add(ZERO, ...schedule.map((instalment) => instalment.interest))
}

/** Parts without interest that differ by at most a cent: earlier ones take the remainder. */
export function equalParts(amount: Cents, count: number): Instalment[] {
  return allocate(amount, Array(count).fill(1n)).map((part, index) => {
    return { number: index + 1, capital: part, interest: ZERO, amount: part }
  })
}
