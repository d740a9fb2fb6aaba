/**
 * The products of a store. Invariants: 1. a product has one entry per currency. 2. Its amounts are
 * a range, and its counts are those that the product allows. 3. Only instalments bear interest and
 * have a down payment. 4. A product offers something for its largest amount.
 */
import { cents, limits, type Product, type ProductTermsWish, rate } from '@svc/api'
import { type ProductTerms, splitOf } from '../financing/terms.ts'

/** A fault, and its dotted path from the checked value. */
export type Fault = readonly [path: string, sentence: string]

/** Fixed counts of a product; for instalments the store chooses them. */
const fixedCounts: Readonly<Partial<Record<Product, number>>> = { pay_in_4: 4, pay_later: 1 }

/** Faults between the fields of one product. */
export function productFaults(terms: ProductTermsWish): Fault[] {
  const faults = [
    ...rangeFaults(terms),
    ...countFaults(terms),
    ...interestFaults(terms),
    ...costFaults(terms),
  ]
  // The offer can only be computed from valid parts.
  return faults.length > 0 ? faults : offerFaults(terms)
}

function rangeFaults({ min_amount, max_amount }: ProductTermsWish): Fault[] {
  if (min_amount <= max_amount) return []
  return [['max_amount', `must be at least min_amount, which is ${min_amount}`]]
}

function countFaults({ type, num_instalments: counts }: ProductTermsWish): Fault[] {
  const fixed = fixedCounts[type]
  if (fixed !== undefined) {
    const only = counts === undefined || (counts.length === 1 && counts[0] === fixed)
    return only ? [] : [['num_instalments', `must be [${fixed}] for ${type}`]]
  }
  if (counts === undefined || counts.length === 0) {
    return [['num_instalments', 'must have at least 1 item']]
  }
  const twice = counts.findIndex((count, index) => counts.indexOf(count) < index)
  return twice < 0 ? [] : [[`num_instalments.${twice}`, 'is in the list already']]
}

function interestFaults({ type, nominal_rate, term_days }: ProductTermsWish): Fault[] {
  if (type === 'instalments') {
    return term_days === undefined ? [] : [['term_days', 'instalments are monthly: leave it out']]
  }
  if (nominal_rate === undefined || nominal_rate === 0) return []
  return [['nominal_rate', `must be 0: ${type} bears no interest`]]
}

function costFaults({ type, max_amount, downpayment_rate, late_charge }: ProductTermsWish) {
  const faults: Fault[] = []
  const rate = downpayment_rate ?? 0
  if (type !== 'instalments' && rate > 0) {
    faults.push(['downpayment_rate', `must be 0: ${type} has no down payment`])
  } else if (rate >= limits.rateMax) {
    faults.push(['downpayment_rate', `must be below ${limits.rateMax}: something must be lent`])
  }
  if ((late_charge ?? 0) > max_amount) {
    faults.push(['late_charge', `must be at most max_amount, which is ${max_amount}`])
  }
  return faults
}

/** Terms that make no sense for the largest amount are invalid. */
function offerFaults(wish: ProductTermsWish): Fault[] {
  const terms = productTerms(wish)
  const amount = cents(terms.max_amount)
  const nominalRate = rate(terms.nominal_rate)
  const offered = (count: number, each: ProductTerms) =>
    splitOf(each, { amount, count, nominalRate }) !== undefined
  const free = { ...terms, opening_fee_rate: 0, opening_fee_fixed: 0 }
  const tooMany = terms.num_instalments.flatMap((count, index): Fault[] => {
    if (offered(count, free)) return []
    return [[`num_instalments.${index}`, `is too many: ${amount} has no part for each`]]
  })
  if (tooMany.length > 0) return tooMany
  if (terms.num_instalments.some((count) => offered(count, terms))) return []
  const { opening_fee_fixed: fixed = 0, opening_fee_rate: share = 0 } = wish
  const larger = fixed > 0 || share === 0 ? 'opening_fee_fixed' : 'opening_fee_rate'
  return [[larger, `is out of proportion even to ${amount}, the max_amount`]]
}

/** Faults between the products of a store. */
export function productListFaults(products: readonly ProductTermsWish[]): Fault[] {
  const first = (wanted: ProductTermsWish) =>
    products.findIndex(({ type, currency }) => type === wanted.type && currency === wanted.currency)
  return products.flatMap((each, index): Fault[] => {
    if (first(each) === index) return []
    return [[`${index}`, `is the second entry of ${each.type} in ${each.currency}`]]
  })
}

const standardTermDays: Readonly<Record<Product, number | null>> = {
  instalments: null,
  pay_in_4: 30,
  pay_later: 15,
}

/** A product as it is stored: absent members have their defaults. */
export function productTerms(wish: ProductTermsWish): ProductTerms {
  const fixed = fixedCounts[wish.type]
  return {
    type: wish.type,
    currency: wish.currency,
    min_amount: wish.min_amount,
    max_amount: wish.max_amount,
    num_instalments: fixed === undefined ? (wish.num_instalments ?? []) : [fixed],
    nominal_rate: wish.nominal_rate ?? 0,
    term_days: wish.term_days ?? standardTermDays[wish.type],
    opening_fee_rate: wish.opening_fee_rate ?? 0,
    opening_fee_fixed: wish.opening_fee_fixed ?? 0,
    downpayment_rate: wish.downpayment_rate ?? 0,
    late_charge: wish.late_charge ?? 0,
    capture: wish.capture === 'automatic' ? 'automatic' : 'manual',
    capture_within: wish.capture_within ?? null,
    fee_rate: wish.fee_rate ?? 0,
    fee_fixed: wish.fee_fixed ?? 0,
  }
}
