/**
 * Availability (contract §8): whether an amount is financed, and by which products. Invariants:
 * 1. the answer is what a checkout of the same amount would be offered. 2. A currency in which the
 *    store has no product is refused, not invalid.
 */
import type { Product } from '@svc/api'
import { type Financed, fittingTerms, type ProductTerms } from '../../model/financing/offers.ts'
import type { Decision } from '../../platform/refusal.ts'

export function decideAvailability(
  terms: readonly ProductTerms[],
  question: Financed,
): Decision<readonly Product[]> {
  const products = fittingTerms(terms, question).map(({ type }) => type)
  if (products.length > 0) return { plan: products }
  return { refused: 'financing_unavailable', detail: { beside: { allowed: false } } }
}
