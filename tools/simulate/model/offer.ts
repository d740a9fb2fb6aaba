/** What a buyer signs (contract §4, design §4 «Offers»), computed once more. */
import { annuityRows, halfEven, inProportion, type Row, sum } from './arithmetic.ts'
import type { Product, Terms } from './loan.ts'
import type { Agreed } from './order.ts'

export type ModelTerms = {
  readonly type: Product
  readonly currency: string
  readonly min_amount: number
  readonly max_amount: number
  readonly num_instalments: readonly number[]
  readonly nominal_rate: number
  readonly term_days: number | null
  readonly opening_fee_rate: number
  readonly opening_fee_fixed: number
  readonly downpayment_rate: number
  readonly late_charge: number
  readonly capture: 'manual' | 'automatic'
  readonly capture_within: number | null
  readonly fee_rate: number
  readonly fee_fixed: number
}
export type ModelSettings = {
  readonly products: readonly ModelTerms[]
  readonly capture_policy: 'partial' | 'full'
  readonly capture_within: number | null
  readonly refund_spread: 'spread' | 'last' | 'next'
  readonly fees_on_refund: 'return' | 'keep'
  readonly confirmation_timeout: number
  readonly collection: {
    readonly retry_days: readonly number[]
    readonly late_after_days: number
    readonly write_off_after_days: number
  }
}

export type ModelCampaign = {
  readonly interest: number
  readonly startAt: number
  readonly endAt: number | undefined
  /** Undefined: every article. */
  readonly articles: readonly string[] | undefined
  readonly counts: readonly number[]
  readonly min: number | undefined
  readonly max: number | undefined
}

type Line = { readonly id: string; readonly quantity: number; readonly price: number }
export type Basket = {
  readonly at: number
  readonly total: number
  readonly currency: string
  readonly lines: readonly Line[]
  /** The day on which the loan may begin at the earliest. */
  readonly eventOn: number | undefined
}

/** The products with a plan that makes sense for the amount. */
export function fitting(signing: Omit<Signing, 'wish' | 'zone'>): ModelTerms[] {
  return within(signing.settings, signing.basket).filter((terms) =>
    terms.num_instalments.some((count) => splitOf(terms, count, signing) !== undefined),
  )
}

function within(settings: ModelSettings, { total, currency }: Basket): ModelTerms[] {
  return settings.products.filter(
    (terms) =>
      terms.currency === currency && total >= terms.min_amount && total <= terms.max_amount,
  )
}

type Split = {
  readonly downpayment: bigint
  readonly fee: bigint
  readonly rate: bigint
  readonly rows: readonly Row[]
}

/** Undefined where a part has no capital, or where the fee is out of proportion. */
function splitOf(
  terms: ModelTerms,
  count: number,
  { campaigns, basket }: Pick<Signing, 'campaigns' | 'basket'>,
): Split | undefined {
  const amount = BigInt(basket.total)
  const standard = terms.type === 'instalments' ? BigInt(terms.nominal_rate) : 0n
  const { given, whole } = discount(campaigns, basket.lines, count)
  const rate = halfEven(standard * (whole - given), whole)
  const downpayment = halfEven(amount * BigInt(terms.downpayment_rate), 10_000n)
  const lent = amount - downpayment
  const rows =
    terms.type === 'pay_in_4'
      ? inProportion(lent, [1n, 1n, 1n, 1n]).map((capital) => ({ capital, interest: 0n }))
      : annuityRows(lent, count, rate)
  if (rows.some(({ capital }) => capital < 1n)) return undefined
  const share = halfEven(amount * BigInt(terms.opening_fee_rate), 10_000n)
  const fee = share + BigInt(terms.opening_fee_fixed)
  const used = lent - (terms.type === 'pay_in_4' ? (rows[0]?.capital ?? 0n) : 0n)
  const days = BigInt(terms.term_days ?? 28)
  return fee * 365n > (used - fee) * days * 10n ? undefined : { downpayment, fee, rate, rows }
}

/** The campaigns that count when the checkout is created. */
export function running(campaigns: readonly ModelCampaign[], basket: Basket): ModelCampaign[] {
  return campaigns.filter(
    ({ startAt, endAt, min, max }) =>
      startAt <= basket.at &&
      (endAt === undefined || basket.at < endAt + 1_000) &&
      (min === undefined || min <= basket.total) &&
      (max === undefined || max >= basket.total),
  )
}

/** The share of the interest that is taken off, as a fraction of 10000 times the weights. */
function discount(campaigns: readonly ModelCampaign[], lines: readonly Line[], count: number) {
  const costs = lines.map(({ quantity, price }) => BigInt(quantity) * BigInt(price))
  const weights = costs.every((cost) => cost === 0n) ? costs.map(() => 1n) : costs
  const suited = campaigns.filter(({ counts }) => counts.length === 0 || counts.includes(count))
  const best = lines.map(({ id }) =>
    Math.max(
      0,
      ...suited
        .filter(({ articles }) => articles === undefined || articles.includes(id))
        .map(({ interest }) => interest),
    ),
  )
  const given = sum(best.map((interest, index) => BigInt(interest) * (weights[index] ?? 0n)))
  return { given, whole: 10_000n * sum(weights) }
}

type Signing = {
  readonly settings: ModelSettings
  /** Those that counted at the creation. */
  readonly campaigns: readonly ModelCampaign[]
  readonly basket: Basket
  readonly wish: { readonly product: Product; readonly count: number }
  readonly zone: string
}

/** Undefined where the store does not offer it. */
export function agreedOn({ settings, campaigns, basket, wish, zone }: Signing): Agreed | undefined {
  const terms = within(settings, basket).find(
    ({ type, num_instalments: counts }) => type === wish.product && counts.includes(wish.count),
  )
  if (terms === undefined) return undefined
  const split = splitOf(terms, wish.count, { campaigns, basket })
  if (split === undefined) return undefined
  const standard = terms.type === 'instalments' ? BigInt(terms.nominal_rate) : 0n
  const { downpayment, rate, rows } = split
  const lent = BigInt(basket.total) - downpayment
  const interest = (of: readonly Row[]) => sum(of.map((row) => row.interest))
  const saved =
    rate === standard ? 0n : interest(annuityRows(lent, wish.count, standard)) - interest(rows)
  return {
    product: wish.product,
    count: wish.count,
    rate,
    feeRate: BigInt(terms.fee_rate),
    feeFixed: BigInt(terms.fee_fixed),
    keepFees: settings.fees_on_refund === 'keep',
    campaignCost: saved > 0n ? saved : 0n,
    automatic: terms.capture === 'automatic',
    captureWithinDays:
      terms.capture_within ?? settings.capture_within ?? (wish.product === 'pay_later' ? 30 : 90),
    loan: loanTerms(terms, split, { settings, zone, basket }),
    plan: terms.type === 'pay_later' ? [] : planOf(split),
  }
}

const planOf = ({ downpayment, rows }: Split) => [
  ...(downpayment === 0n ? [] : [{ number: 0, capital: downpayment }]),
  ...rows.map(({ capital }, index) => ({ number: index + 1, capital })),
]

type Where = Pick<Signing, 'settings' | 'zone' | 'basket'>

function loanTerms(terms: ModelTerms, split: Split, { settings, zone, basket }: Where): Terms {
  const { retry_days, late_after_days, write_off_after_days } = settings.collection
  return {
    product: terms.type,
    ...{ zone, rate: split.rate, spread: settings.refund_spread, fee: split.fee },
    termDays: terms.term_days ?? 0,
    lateCharge: BigInt(terms.late_charge),
    retryDays: retry_days,
    lateAfter: late_after_days,
    writeOffAfter: write_off_after_days,
    eventOn: basket.eventOn,
  }
}
