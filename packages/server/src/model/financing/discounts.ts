/**
 * What campaigns take off the buyer's interest (contract §4), exact: pure integers. A plan's
 * discount is the average over the article lines, weighted by quantity × price, of the best
 * campaign per line. Invariants: 1. it is between zero and the whole interest. 2. It is the
 * sum of what each campaign gives.
 */
import { type Cents, type Fraction, limits } from '@svc/api'
import type { Campaign } from './campaign.ts'

/** A campaign and those of the basket's articles that it covers, if it is partial. */
export type Candidate = { readonly campaign: Campaign; readonly articleIds: readonly string[] }

export type Basket = {
  readonly at: Date
  readonly total: Cents
  /** None: only full campaigns apply, to the whole order. */
  readonly lines: readonly {
    readonly id: string
    readonly quantity: number
    readonly price: number
  }[]
}

/**
 * The discount by one campaign: `numerator` over the plan's denominator, in hundredths of a
 * percent.
 */
type DiscountPart = {
  readonly id: string
  readonly name: string
  readonly interest: number
  readonly numerator: string
}

/**
 * The discount of every plan with one of these numbers of instalments. It is stored with the
 * checkout, so numbers that JSON cannot represent are texts.
 */
export type PlanDiscount = {
  readonly num_instalments: readonly number[]
  readonly denominator: string
  readonly parts: readonly DiscountPart[]
}

/** The sum of the parts. */
export function fractionOf({ denominator, parts }: PlanDiscount): Fraction {
  const numerator = parts.reduce((sum, part) => sum + BigInt(part.numerator), 0n)
  return { numerator, denominator: BigInt(denominator) }
}

/** The discounts of all plans at a checkout's creation; plans without one are left out. */
export function discountsFor(candidates: readonly Candidate[], basket: Basket): PlanDiscount[] {
  const counting = candidates
    .filter(({ campaign }) => counts(campaign, basket))
    .sort((a, b) => older(a.campaign, b.campaign))
  const weights = weigh(basket)
  const denominator = String(weights.reduce((sum, { weight }) => sum + weight, 0n))
  const numbers = Array.from({ length: limits.instalmentsMax }, (_, index) => index + 1)
  const suited = (number: number) => counting.filter(({ campaign }) => suits(campaign, number))
  // Plans to which the same campaigns apply have the same discount.
  const alike = Map.groupBy(numbers, (number) =>
    suited(number)
      .map(({ campaign }) => campaign.id)
      .join(),
  )
  return [...alike.values()].flatMap((num_instalments) => {
    const parts = partsOf(suited(num_instalments[0] ?? 0), weights)
    return parts.length === 0 ? [] : [{ num_instalments, denominator, parts }]
  })
}

const SECOND_MS = 1_000

/** Active to the end of the second of `endAt`, and within its limits, inclusive. */
function counts({ startAt, endAt, ...campaign }: Campaign, { at, total }: Basket): boolean {
  const time = at.getTime()
  return (
    startAt.getTime() <= time &&
    (endAt === null || time < endAt.getTime() + SECOND_MS) &&
    (campaign.minOrderAmount === null || campaign.minOrderAmount <= total) &&
    (campaign.maxOrderAmount === null || campaign.maxOrderAmount >= total)
  )
}

function suits({ numInstalments }: Campaign, number: number): boolean {
  return numInstalments.length === 0 || numInstalments.includes(number)
}

/** Among equal campaigns the older one wins. */
function older(a: Campaign, b: Campaign): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1)
}

type Weighed = { readonly articleId: string | undefined; readonly weight: bigint }

/**
 * The weight of an article is the cost of its lines; if nothing costs anything, all weigh the same.
 */
function weigh({ lines }: Basket): Weighed[] {
  if (lines.length === 0) return [{ articleId: undefined, weight: 1n }]
  const costs = lines.map(({ id, quantity, price }) => {
    return { articleId: id, weight: BigInt(quantity) * BigInt(price) }
  })
  const free = costs.every(({ weight }) => weight === 0n)
  return free ? costs.map((each) => ({ ...each, weight: 1n })) : costs
}

function partsOf(suited: readonly Candidate[], weights: readonly Weighed[]): DiscountPart[] {
  const given = new Map<Campaign, bigint>()
  const covered = suited.map(({ campaign, articleIds }) => {
    return { campaign, articleIds: campaign.partial ? new Set(articleIds) : undefined }
  })
  for (const { articleId, weight } of weights) {
    let best: Campaign | undefined
    for (const { campaign, articleIds } of covered) {
      const covers =
        articleIds === undefined || (articleId !== undefined && articleIds.has(articleId))
      if (covers && campaign.interest > (best?.interest ?? 0)) best = campaign
    }
    if (best === undefined || weight === 0n) continue
    given.set(best, (given.get(best) ?? 0n) + weight * BigInt(best.interest))
  }
  return [...given].map(([{ id, name, interest }, numerator]) => {
    return { id, name, interest, numerator: String(numerator) }
  })
}
