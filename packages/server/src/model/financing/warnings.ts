/** Warnings about a store's own terms, none of which are refused. */
import { cents, decimalText, limits } from '@svc/api'
import type { Day } from '../../platform/time/calendar.ts'
import { type Offer, offersFor } from './offers.ts'
import type { ProductTerms } from './terms.ts'

/**
 * Fixed fees weigh most on the smallest amount, and on the fewest payments: their plan has the
 * highest annual percentage rate.
 */
export function termsWarnings(terms: ProductTerms, on: Day): string[] {
  const warnings: string[] = []
  const fewest = Math.min(...terms.num_instalments)
  const offerOf = (amount: number): Offer | undefined => {
    const { currency, type: product } = terms
    const request = { amount: cents(amount), currency, product, on }
    return offersFor([{ ...terms, num_instalments: [fewest] }], request)[0]
  }
  const dearest = smallestOffered(terms, offerOf)
  if (dearest === undefined) return []
  if (dearest.amount > terms.min_amount) {
    warnings.push(
      `nothing is offered for ${written(terms.min_amount)}, the min_amount, ` +
        `in the fewest payments: the terms make no sense for so little`,
    )
  }
  const { annual_equivalent: rate, total_fees: fees, num_instalments: count } = dearest.offer
  if (rate >= limits.annualRateWarned) {
    warnings.push(
      `the annual percentage rate is extreme: ${written(rate)} % for ${written(dearest.amount)} ` +
        `in ${count === 1 ? '1 payment' : `${count} payments`}, with fees of ${written(fees)}`,
    )
  }
  return warnings
}

const written = (value: number): string => decimalText(cents(value))

/** Found by doubling: there is an offer somewhere up to the largest amount. */
function smallestOffered(
  { min_amount, max_amount }: ProductTerms,
  offerOf: (amount: number) => Offer | undefined,
): { amount: number; offer: Offer } | undefined {
  for (let amount = min_amount; ; amount = Math.min(2 * amount, max_amount)) {
    const offer = offerOf(amount)
    if (offer !== undefined) return { amount, offer }
    if (amount >= max_amount) return undefined
  }
}
