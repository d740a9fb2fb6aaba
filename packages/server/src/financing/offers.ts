/** What a store offers for an amount: pure but for the store's settings. */
import { add, type Cents, cents, type Product, rate } from '@svc/api'
import { annuitySchedule, type Instalment, totalInterest } from './schedule.ts'

/**
 * A product's terms in one currency, in the form in which `/me` shows them; amounts are minor
 * units, rates hundredths of a percent.
 */
export type ProductTerms = {
  readonly type: Product
  readonly currency: string
  readonly min_amount: number
  readonly max_amount: number
  /** Counts to choose from; `[4]` for pay_in_4 and `[1]` for pay_later. */
  readonly num_instalments: readonly number[]
  readonly nominal_rate: number
  /** Days from a capture to the payment of pay_later, and between two parts of pay_in_4. */
  readonly term_days: number | null
  /** Whether the store captures, or the whole is captured at confirmation. */
  readonly capture: 'manual' | 'automatic'
  /** Days after which what is not captured lapses; null: the store's setting. */
  readonly capture_within: number | null
}

export type Offer = {
  readonly product: Product
  readonly num_instalments: number
  readonly nominal_rate: number
  readonly amount: Cents
  readonly last_amount: Cents
  readonly total_interest: Cents
  readonly total_amount: Cents
  readonly term_days: number | null
  readonly schedule: readonly Instalment[]
}

export type OfferQuestion = {
  readonly amount: Cents
  readonly currency: string
  readonly product: Product | null
}

/** The products whose limits the amount fits, in the store's order. */
export function fittingTerms(
  terms: readonly ProductTerms[],
  { amount, currency, product }: OfferQuestion,
): ProductTerms[] {
  return terms.filter(
    (each) =>
      each.currency === currency &&
      amount >= each.min_amount &&
      amount <= each.max_amount &&
      (product === null || product === each.type),
  )
}

/** Every offer that fits, products in the store's order, smaller counts first. */
export function offersFor(terms: readonly ProductTerms[], question: OfferQuestion): Offer[] {
  return fittingTerms(terms, question).flatMap((each) =>
    [...each.num_instalments]
      .sort((a, b) => a - b)
      .map((count) => offerOf(each, count, question.amount)),
  )
}

function offerOf(terms: ProductTerms, count: number, amount: Cents): Offer {
  const later = terms.type === 'pay_later'
  const schedule = annuitySchedule(amount, count, rate(later ? 0 : terms.nominal_rate))
  const interest = totalInterest(schedule)
  return {
    product: terms.type,
    num_instalments: count,
    nominal_rate: later ? 0 : terms.nominal_rate,
    amount: schedule[0]?.amount ?? amount,
    last_amount: schedule.at(-1)?.amount ?? amount,
    total_interest: interest,
    total_amount: cents(add(amount, interest)),
    term_days: later ? terms.term_days : null,
    schedule,
  }
}
