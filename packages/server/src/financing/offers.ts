/** What a store offers for an amount: pure but for the store's settings. */
import { add, type Cents, cents, type Product, rate } from '@svc/api'
import { annuitySchedule, type Instalment, totalInterest } from './schedule.ts'

/** A product's terms in one currency; amounts are minor units, rates hundredths of a percent. */
export type ProductTerms = {
  readonly product: 'instalments' | 'pay_later'
  readonly currency: string
  readonly minAmount: number
  readonly maxAmount: number
  /** Numbers of instalments to choose from; empty for pay_later. */
  readonly counts: readonly number[]
  readonly nominalRate: number
  /** pay_later: days from a capture to the payment. */
  readonly termDays: number
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

/** Every offer that fits, products in the store's order, smaller counts first. */
export function offersFor(terms: readonly ProductTerms[], question: OfferQuestion): Offer[] {
  return terms
    .filter(
      (each) =>
        each.currency === question.currency &&
        question.amount >= each.minAmount &&
        question.amount <= each.maxAmount &&
        (question.product === null || question.product === each.product),
    )
    .flatMap((each) =>
      each.product === 'pay_later'
        ? [offerOf(each, 1, question.amount)]
        : [...each.counts]
            .sort((a, b) => a - b)
            .map((count) => offerOf(each, count, question.amount)),
    )
}

function offerOf(terms: ProductTerms, count: number, amount: Cents): Offer {
  const later = terms.product === 'pay_later'
  const schedule = annuitySchedule(amount, count, rate(later ? 0 : terms.nominalRate))
  const interest = totalInterest(schedule)
  return {
    product: terms.product,
    num_instalments: count,
    nominal_rate: later ? 0 : terms.nominalRate,
    amount: schedule[0]?.amount ?? amount,
    last_amount: schedule.at(-1)?.amount ?? amount,
    total_interest: interest,
    total_amount: cents(add(amount, interest)),
    term_days: later ? terms.termDays : null,
    schedule,
  }
}
