/** What a store offers for an amount: pure but for the store's settings. */
import {
  add,
  allocate,
  type Cents,
  cents,
  lessen,
  max,
  type Product,
  rate,
  subtract,
  ZERO,
} from '@svc/api'
import { fractionOf, type PlanDiscount } from './discounts.ts'
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
  /** What the store pays of each capture: a share of it, and a fixed part. */
  readonly fee_rate: number
  readonly fee_fixed: number
}

/** What a campaign gives: `amount` is the interest that the buyer does not pay. */
export type OfferDiscount = {
  readonly campaign_id: string
  readonly name: string
  readonly interest: number
  readonly amount: Cents
}

export type Offer = {
  readonly product: Product
  readonly num_instalments: number
  /** Less the discounts. */
  readonly nominal_rate: number
  readonly amount: Cents
  readonly last_amount: Cents
  readonly total_interest: Cents
  readonly total_amount: Cents
  readonly term_days: number | null
  /** Their sum is what the plan would cost more without campaigns. */
  readonly discounts: readonly OfferDiscount[]
  readonly schedule: readonly Instalment[]
}

export type OfferQuestion = {
  readonly amount: Cents
  readonly currency: string
  readonly product: Product | null
  /** Of the campaigns that count; absent: none do. */
  readonly discounts?: readonly PlanDiscount[]
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

/** The terms that an offer for the amount was made under. */
export function termsOf(
  terms: readonly ProductTerms[],
  { product, num_instalments }: Pick<Offer, 'product' | 'num_instalments'>,
  question: Omit<OfferQuestion, 'product'>,
): ProductTerms | undefined {
  return fittingTerms(terms, { ...question, product }).find((each) =>
    each.num_instalments.includes(num_instalments),
  )
}

/** Every offer that fits, products in the store's order, smaller counts first. */
export function offersFor(terms: readonly ProductTerms[], question: OfferQuestion): Offer[] {
  return fittingTerms(terms, question).flatMap((each) =>
    [...each.num_instalments].sort((a, b) => a - b).map((count) => offerOf(each, count, question)),
  )
}

function offerOf(terms: ProductTerms, count: number, { amount, discounts }: OfferQuestion): Offer {
  const instalments = terms.type === 'instalments'
  const standardRate = rate(instalments ? terms.nominal_rate : 0)
  const discount = discounts?.find(({ num_instalments }) => num_instalments.includes(count))
  const lessened = discount === undefined || standardRate === 0 ? undefined : discount
  const nominalRate =
    lessened === undefined ? standardRate : lessen(standardRate, fractionOf(lessened))
  const schedule = annuitySchedule(amount, count, nominalRate)
  const interest = totalInterest(schedule)
  const standard = totalInterest(annuitySchedule(amount, count, standardRate))
  return {
    product: terms.type,
    num_instalments: count,
    nominal_rate: nominalRate,
    amount: schedule[0]?.amount ?? amount,
    last_amount: schedule.at(-1)?.amount ?? amount,
    total_interest: interest,
    total_amount: cents(add(amount, interest)),
    term_days: instalments ? null : terms.term_days,
    discounts: lessened === undefined ? [] : discountsOf(lessened, subtract(standard, interest)),
    schedule,
  }
}

/** A lower rate can cost a cent more where the payments are rounded: then nothing is saved. */
function discountsOf({ parts }: PlanDiscount, saved: Cents): OfferDiscount[] {
  const amounts = allocate(
    max(saved, ZERO),
    parts.map(({ numerator }) => BigInt(numerator)),
  )
  return parts.map(({ id, name, interest }, index) => {
    return { campaign_id: id, name, interest, amount: amounts[index] ?? ZERO }
  })
}
