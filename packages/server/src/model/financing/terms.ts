/**
 * A product's terms, and how they split an amount. Invariants: 1. the capital of the parts and the
 * down payment sum to the amount. 2. Every part pays a cent of capital at least. 3. The opening fee
 * is in proportion to what is lent and for how long. Where terms allow no such split the plan is
 * not offered.
 */
import { add, type Cents, cents, type Product, type Rate, rate, share, subtract } from '@svc/api'
import { annuitySchedule, equalParts, type Instalment } from './schedule.ts'

/**
 * A product's terms in one currency, as shown in `/me`; amounts are minor units, rates hundredths
 * of a percent.
 */
export type ProductTerms = {
  readonly type: Product
  readonly currency: string
  readonly min_amount: number
  readonly max_amount: number
  /** Available counts; `[4]` for pay_in_4 and `[1]` for pay_later. */
  readonly num_instalments: readonly number[]
  readonly nominal_rate: number
  /** Days from a capture to the payment of pay_later, and between two parts of pay_in_4. */
  readonly term_days: number | null
  /** The buyer's opening fee: a share of the amount, and a fixed part. */
  readonly opening_fee_rate: number
  readonly opening_fee_fixed: number
  /** The share of the amount that is paid immediately; for instalments only. */
  readonly downpayment_rate: number
  /** The buyer's fee for each late instalment, once. */
  readonly late_charge: number
  /** Whether the store captures, or everything is captured at confirmation. */
  readonly capture: 'manual' | 'automatic'
  /** Days after which uncaptured amounts lapse; null: the store's setting. */
  readonly capture_within: number | null
  /** The store's fee for each capture: a share of it, and a fixed part. */
  readonly fee_rate: number
  readonly fee_fixed: number
}

export type Split = {
  readonly downpayment: Cents
  readonly openingFee: Cents
  readonly parts: readonly Instalment[]
}

type SplitTerms = Pick<
  ProductTerms,
  'type' | 'term_days' | 'opening_fee_rate' | 'opening_fee_fixed' | 'downpayment_rate'
>

/** Undefined if the terms make no sense for the amount. */
export function splitOf(
  terms: SplitTerms,
  { amount, count, nominalRate }: { amount: Cents; count: number; nominalRate: Rate },
): Split | undefined {
  const downpayment = share(amount, rate(terms.downpayment_rate))
  const lent = subtract(amount, downpayment)
  const parts =
    terms.type === 'pay_in_4' ? equalParts(lent, count) : annuitySchedule(lent, count, nominalRate)
  if (parts.some(({ capital }) => capital < 1)) return undefined
  const openingFee = openingFeeOf(terms, amount)
  const [first] = parts
  const paidAtOnce = terms.type === 'pay_in_4' && first !== undefined ? first.amount : cents(0)
  if (!isInProportion(openingFee, subtract(lent, paidAtOnce), terms.term_days)) return undefined
  return { downpayment, openingFee, parts }
}

function openingFeeOf(
  terms: Pick<ProductTerms, 'opening_fee_rate' | 'opening_fee_fixed'>,
  amount: Cents,
): Cents {
  return add(share(amount, rate(terms.opening_fee_rate)), cents(terms.opening_fee_fixed))
}

const FEBRUARY = 28
/** A multiple of the loan, per year. */
const FEE_TIMES_MAX = 10n

/**
 * A fee of more than ten times the loan per year is a mistake in the terms (150 instead of 1.50 %),
 * and the annual rate of such a plan is astronomical.
 */
function isInProportion(fee: Cents, lent: Cents, termDays: number | null): boolean {
  const days = BigInt(termDays ?? FEBRUARY)
  return BigInt(fee) * 365n <= BigInt(subtract(lent, fee)) * days * FEE_TIMES_MAX
}
