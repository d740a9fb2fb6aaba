import type { Caller, Reading } from '../context.ts'
import { existing } from '../refusal.ts'
import type { Campaign } from './campaign.ts'
import { findCampaign } from './store.ts'

export async function getCampaign(
  { database }: Reading,
  { store, sandbox }: Caller,
  campaignId: string,
): Promise<Campaign> {
  const found = await findCampaign(database, { storeId: store.id, sandbox, campaignId })
  return existing(found, 'campaign', campaignId)
}
