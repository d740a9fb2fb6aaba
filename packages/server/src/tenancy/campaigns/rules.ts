/**
 * Campaigns (contract §4). Invariants: 1. a campaign does not end before it starts, nor is its
 * minimum order amount above its maximum. 2. It contains each number of instalments once. 3. Only a
 * partial campaign shows and accepts articles; those of a full one remain stored.
 */

import type { Article, Campaign, CampaignFields } from '../../model/financing/campaign.ts'
import type { Decision } from '../../platform/refusal.ts'

/** Contradictions between the fields, by their names on the wire. */
export function faultsBetween(fields: Partial<CampaignFields>): Record<string, string[]> {
  const { startAt, endAt, minOrderAmount, maxOrderAmount, numInstalments } = fields
  const faults: Record<string, string[]> = {}
  if (startAt && endAt && endAt < startAt) faults.end_date = ['must not lie before start_date']
  if (
    typeof minOrderAmount === 'number' &&
    typeof maxOrderAmount === 'number' &&
    maxOrderAmount < minOrderAmount
  ) {
    faults.max_order_amount = ['must be at least min_order_amount']
  }
  if (numInstalments !== undefined && new Set(numInstalments).size < numInstalments.length) {
    faults.num_instalments = ['must not name a number twice']
  }
  return faults
}

/** The campaign with its changes; the result as a whole is checked. */
export function decideEdit(
  campaign: Campaign,
  change: Partial<CampaignFields>,
): Decision<Campaign> {
  const plan = { ...campaign, ...change }
  const fields = faultsBetween(plan)
  if (Object.keys(fields).length > 0) return { refused: 'body_invalid', detail: { fields } }
  return { plan }
}

/** Only a partial campaign has articles. */
export function decideArticles(campaign: Campaign): Decision<Campaign> {
  if (campaign.partial) return { plan: campaign }
  return { refused: 'campaign_full', detail: { values: { state: 'full' } } }
}

/**
 * Of several articles with one id the last counts, as if they had been sent one after the other.
 */
export function lastOfEach<T extends Pick<Article, 'id'>>(articles: readonly T[]): T[] {
  return [...new Map(articles.map((article) => [article.id, article])).values()]
}
