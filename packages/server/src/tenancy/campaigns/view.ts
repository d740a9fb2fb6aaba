import type { Answered, CampaignAnswer, CampaignArticleAnswer } from '@svc/api'
import type { Article, Campaign } from '../../model/financing/campaign.ts'
import { clockMicros, clockSeconds } from '../../platform/time/dates.ts'

/** A campaign on the wire (contract, "Campaign"): local times of the store, without offset. */
export function campaignView(
  campaign: Campaign,
  timeZone: string,
): Answered<typeof CampaignAnswer> {
  const { endAt } = campaign
  return {
    id: campaign.id,
    name: campaign.name,
    start_date: clockSeconds(campaign.startAt, timeZone),
    end_date: endAt === null ? null : clockSeconds(endAt, timeZone),
    interest: campaign.interest,
    partial: campaign.partial,
    num_instalments: campaign.numInstalments,
    min_order_amount: campaign.minOrderAmount,
    max_order_amount: campaign.maxOrderAmount,
    created: clockMicros(campaign.createdAt, timeZone),
  }
}

export function articleView({
  id,
  name,
  url,
  description,
  imageUrl,
  warnings,
}: Article): Answered<typeof CampaignArticleAnswer> {
  const noted = warnings.length > 0 ? { warnings } : {}
  return { id, name, url, description, image_url: imageUrl, ...noted }
}
