import type { Campaign } from '../../model/financing/campaign.ts'
import { existing } from '../../platform/refusal.ts'
import type { Caller, Reading } from '../caller/context.ts'
import { findCampaign } from './store.ts'

export async function getCampaign(
  { database }: Reading,
  { store, sandbox }: Caller,
  campaignId: string,
): Promise<Campaign> {
  const campaign = await findCampaign(database, { storeId: store.id, sandbox, campaignId })
  return existing(campaign, 'campaign', campaignId)
}
