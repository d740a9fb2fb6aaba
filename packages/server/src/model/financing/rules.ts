/**
 * The simulator (contract §8). Invariants: 1. it answers what a checkout would be offered today.
 * 2. If the store has instalments, they come first, and the answer has their limits.
 */
import type { Decision } from '../../platform/refusal.ts'
import { type Financed, fittingTerms, type Offer } from './offers.ts'
import type { ProductTerms } from './terms.ts'

/**
 * The terms to simulate; the amount must be within the limits of the first. `noticeOf` formats the
 * limits for a buyer.
 */
export function decideSimulation(
  terms: readonly ProductTerms[],
  request: Financed,
  noticeOf: (terms: ProductTerms) => string,
): Decision<readonly [ProductTerms, ...ProductTerms[]]> {
  const { currency, product } = request
  const offered = terms.filter(
    (each) => each.currency === currency && (product === null || each.type === product),
  )
  const [any] = offered
  if (any === undefined) return { refused: 'financing_unavailable' }
  const fitting = fittingTerms(offered, request)
  const instalments = offered.find(({ type }) => type === 'instalments')
  const [first] = instalments === undefined ? fitting : [instalments]
  if (first === undefined || !fitting.includes(first)) {
    return outside(first ?? any, request, noticeOf)
  }
  return { plan: [first, ...fitting.filter((each) => each !== first)] }
}

/** The plan that a page leads with: the lowest instalment of the free plans, otherwise of all. */
export function featuredOffer(offers: readonly Offer[]): Offer | undefined {
  const free = offers.filter(({ total_interest, total_fees }) => total_interest + total_fees === 0)
  const chosen = free.length > 0 ? free : offers
  return chosen.toSorted((one, other) => one.amount - other.amount)[0]
}

function outside(
  terms: ProductTerms,
  { amount }: Financed,
  noticeOf: (terms: ProductTerms) => string,
): Decision<never> {
  const { min_amount, max_amount } = terms
  if (min_amount <= amount && amount <= max_amount) {
    const fields = { amount: ['is too little for the terms of the store'] }
    return { refused: 'query_invalid', detail: { fields } }
  }
  const fields = { amount: [`must be from ${min_amount} to ${max_amount}`] }
  return { refused: 'query_invalid', detail: { fields, beside: { notice: noticeOf(terms) } } }
}
