/** What a buyer signs (contract §4, design §4 «Offers»), computed once more. */
import { annuityRows, halfEven, sum } from './arithmetic.ts'
import type { Terms } from './loan.ts'
import type { Agreed, Product } from './order.ts'

export type ModelTerms = {
  readonly type: Product
  readonly currency: string
  readonly min_amount: number
  readonly max_amount: number
  readonly num_instalments: readonly number[]
  readonly nominal_rate: number
  readonly term_days: number | null
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

export type Line = { readonly id: string; readonly quantity: number; readonly price: number }
export type Basket = {
  readonly at: number
  readonly total: number
  readonly currency: string
  readonly lines: readonly Line[]
}

export function fitting(settings: ModelSettings, { total, currency }: Basket): ModelTerms[] {
  return settings.products.filter(
    (terms) =>
      terms.currency === currency && total >= terms.min_amount && total <= terms.max_amount,
  )
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

export type Signing = {
  readonly settings: ModelSettings
  /** Those that counted at the creation. */
  readonly campaigns: readonly ModelCampaign[]
  readonly basket: Basket
  readonly wish: { readonly product: Product; readonly count: number }
  readonly zone: string
}

/** Undefined where the store does not offer it. */
export function agreedOn({ settings, campaigns, basket, wish, zone }: Signing): Agreed | undefined {
  const terms = fitting(settings, basket).find(
    ({ type, num_instalments: counts }) => type === wish.product && counts.includes(wish.count),
  )
  if (terms === undefined) return undefined
  const standard = terms.type === 'instalments' ? BigInt(terms.nominal_rate) : 0n
  const { given, whole } = discount(campaigns, basket.lines, wish.count)
  const rate = halfEven(standard * (whole - given), whole)
  const rows = (of: bigint) => annuityRows(BigInt(basket.total), wish.count, of)
  const interest = (of: bigint) => sum(rows(of).map((row) => row.interest))
  const saved = rate === standard ? 0n : interest(standard) - interest(rate)
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
    loan: loanTerms(terms, rate, { settings, zone }),
    plan:
      wish.product === 'pay_later'
        ? []
        : rows(rate).map(({ capital }, index) => ({ number: index + 1, capital })),
  }
}

type Where = Pick<Signing, 'settings' | 'zone'>

function loanTerms(terms: ModelTerms, rate: bigint, { settings, zone }: Where): Terms {
  return {
    product: terms.type,
    ...{ zone, rate, spread: settings.refund_spread },
    termDays: terms.term_days ?? 0,
    ...{ fee: 0n, lateCharge: 0n, retryDays: [2, 5, 10], lateAfter: 3, writeOffAfter: 180 },
    eventOn: undefined,
  }
}
