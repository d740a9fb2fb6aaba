/** The offers of a store for an amount: pure, given the store's settings. */
import {
  add,
  allocate,
  type Cents,
  cents,
  lessen,
  max,
  type Product,
  type Rate,
  rate,
  subtract,
  ZERO,
} from '@svc/api'
import { assert } from '../../platform/refusal.ts'
import type { Day } from '../../platform/time/calendar.ts'
import { offerRate } from './apr.ts'
import { fractionOf, type PlanDiscount } from './discounts.ts'
import { dueDate, type PlanDates } from './due-dates.ts'
import { annuitySchedule, totalInterest } from './schedule.ts'
import { type ProductTerms, type Split, splitOf } from './terms.ts'

export type { ProductTerms } from './terms.ts'

/** The discount by a campaign: `amount` is the interest that the buyer does not pay. */
type OfferDiscount = {
  readonly campaign_id: string
  readonly name: string
  readonly interest: number
  readonly amount: Cents
}

/** `amount` is capital, interest and fee; number 0 is the down payment. */
type ScheduleItem = {
  readonly number: number
  readonly due_date: Day
  readonly amount: Cents
  readonly capital: Cents
  readonly interest: Cents
  readonly fee: Cents
}

/** Its dates assume that it is signed, confirmed and captured on the requested day. */
export type Offer = {
  readonly product: Product
  readonly num_instalments: number
  /** After discounts. */
  readonly nominal_rate: number
  /** The annual percentage rate (APR), with fees. */
  readonly annual_equivalent: Rate
  /** The regular payment, and the last one: both without the fee. */
  readonly amount: Cents
  readonly last_amount: Cents
  readonly downpayment_amount: Cents
  readonly total_interest: Cents
  readonly total_fees: Cents
  /** Everything that the buyer pays: the requested amount, interest and fees. */
  readonly total_amount: Cents
  /** For each late instalment, once; not included in any total. */
  readonly late_charge: Cents
  readonly term_days: number | null
  /** Their sum is the additional cost of the plan without campaigns. */
  readonly discounts: readonly OfferDiscount[]
  readonly schedule: readonly ScheduleItem[]
}

/** The financed amount, and everything the answer depends on besides the store's terms. */
export type Financed = {
  readonly amount: Cents
  readonly currency: string
  readonly product: Product | null
  /** From applicable campaigns; absent: none apply. */
  readonly discounts?: readonly PlanDiscount[]
}

export type OfferQuestion = Financed & {
  /** In the store's time zone. */
  readonly on: Day
  readonly eventDate?: Day | null
}

/** The products whose limits the amount fits, in the store's order. */
function termsWithin(
  terms: readonly ProductTerms[],
  { amount, currency, product }: Financed,
): ProductTerms[] {
  return terms.filter(
    (each) =>
      each.currency === currency &&
      each.min_amount <= amount &&
      amount <= each.max_amount &&
      (product === null || each.type === product),
  )
}

/** Products with at least one plan: availability, checkout and offers use the same ones. */
export function fittingTerms(terms: readonly ProductTerms[], request: Financed): ProductTerms[] {
  return termsWithin(terms, request).filter((each) =>
    each.num_instalments.some((count) => splitFor(each, count, request) !== undefined),
  )
}

/** The terms under which an offer was made. */
export function termsOf(
  terms: readonly ProductTerms[],
  { product, num_instalments }: Pick<Offer, 'product' | 'num_instalments'>,
  request: Omit<Financed, 'product'>,
): ProductTerms | undefined {
  return termsWithin(terms, { ...request, product }).find((each) =>
    each.num_instalments.includes(num_instalments),
  )
}

/**
 * Every matching offer, products in the store's order, smaller counts first. A count that makes no
 * sense for the amount is left out (terms.ts).
 */
export function offersFor(terms: readonly ProductTerms[], question: OfferQuestion): Offer[] {
  return termsWithin(terms, question).flatMap((each) =>
    [...each.num_instalments]
      .sort((a, b) => a - b)
      .flatMap((count) => {
        const split = splitFor(each, count, question)
        return split === undefined ? [] : [offerOf(each, { count, split, question })]
      }),
  )
}

type Priced = { readonly nominalRate: Rate; readonly discount: PlanDiscount | undefined }

const standardRate = (terms: ProductTerms): Rate =>
  rate(terms.type === 'instalments' ? terms.nominal_rate : 0)

/** Only products with interest can be discounted. */
function pricedAt(terms: ProductTerms, count: number, { discounts }: Financed): Priced {
  const standard = standardRate(terms)
  const discount = discounts?.find(({ num_instalments }) => num_instalments.includes(count))
  if (discount === undefined || standard === 0)
    return { nominalRate: standard, discount: undefined }
  return { nominalRate: lessen(standard, fractionOf(discount)), discount }
}

function splitFor(terms: ProductTerms, count: number, request: Financed): Split | undefined {
  const { nominalRate } = pricedAt(terms, count, request)
  return splitOf(terms, { amount: request.amount, count, nominalRate })
}

type Offering = { readonly count: number; readonly split: Split; readonly question: OfferQuestion }

function offerOf(terms: ProductTerms, { count, split, question }: Offering): Offer {
  const { amount, on, eventDate } = question
  const { downpayment, openingFee, parts } = split
  const { nominalRate, discount } = pricedAt(terms, count, question)
  const interest = totalInterest(parts)
  const termDays = terms.type === 'instalments' ? null : terms.term_days
  const schedule = scheduleOf(split, { product: terms.type, termDays, on, eventDate })
  const lent = subtract(amount, downpayment)
  const standard = () => totalInterest(annuitySchedule(lent, count, standardRate(terms)))
  return {
    product: terms.type,
    num_instalments: count,
    nominal_rate: nominalRate,
    annual_equivalent: annualRate({ amount, on, schedule }),
    amount: parts[0]?.amount ?? ZERO,
    last_amount: parts.at(-1)?.amount ?? ZERO,
    downpayment_amount: downpayment,
    total_interest: interest,
    total_fees: openingFee,
    total_amount: add(amount, interest, openingFee),
    late_charge: cents(terms.late_charge),
    term_days: termDays,
    discounts: discount === undefined ? [] : discountsOf(discount, subtract(standard(), interest)),
    schedule,
  }
}

/** The first item includes the opening fee, whatever it is. */
function scheduleOf({ downpayment, openingFee, parts }: Split, dates: PlanDates): ScheduleItem[] {
  const first = { number: 0, capital: downpayment, interest: ZERO, amount: downpayment }
  const all = downpayment === ZERO ? parts : [first, ...parts]
  return all.map(({ number, amount, capital, interest }, index) => {
    const fee = index === 0 ? openingFee : ZERO
    const due = dueDate(dates, number)
    return { number, due_date: due, amount: add(amount, fee), capital, interest, fee }
  })
}

type Paid = Pick<OfferQuestion, 'amount' | 'on'> & Pick<Offer, 'schedule'>

function annualRate({ amount, on, schedule }: Paid): Rate {
  const solved = offerRate([
    { day: on, amount, direction: 'in' },
    ...schedule.map((item) => {
      return { day: item.due_date, amount: item.amount, direction: 'out' as const }
    }),
  ])
  // More is lent than is paid on that day, and all of it is repaid, so there is a rate.
  assert(solved !== null, 'an offer has an annual percentage rate')
  return solved
}

/** Because of rounding, a lower rate can cost a cent more: then nothing is saved. */
function discountsOf({ parts }: PlanDiscount, saved: Cents): OfferDiscount[] {
  const amounts = allocate(
    max(saved, ZERO),
    parts.map(({ numerator }) => BigInt(numerator)),
  )
  return parts.map(({ id, name, interest }, index) => {
    return { campaign_id: id, name, interest, amount: amounts[index] ?? ZERO }
  })
}
