import type { Campaign, CampaignFields } from '../../model/financing/campaign.ts'
import { accept, existing } from '../../platform/refusal.ts'
import { acted } from '../actions/acted.ts'
import type { Caller, Writing } from '../caller/context.ts'
import { about } from './action.ts'
import { decideEdit } from './rules.ts'
import { campaignQueue, campaignUpdate, lockCampaign } from './store.ts'

type EditCampaignInput = {
  readonly campaignId: string
  /** Absent members stay unchanged. */
  readonly change: Partial<CampaignFields>
}

/** Orders that were priced with the campaign keep their price. */
export function editCampaign(
  { writer, ids, acting }: Writing,
  { store, sandbox }: Caller,
  { campaignId, change }: EditCampaignInput,
): Promise<Campaign> {
  const key = { storeId: store.id, sandbox, campaignId }
  return writer.transaction(campaignQueue(key), async (tx) => {
    const before = existing(await lockCampaign(tx, key), 'campaign', campaignId)
    const campaign = accept(decideEdit(before, change))
    return tx.commit(
      campaign,
      acted({ acting, ids }, about(campaign, 'campaign.change'), campaignUpdate(campaign)),
    )
  })
}
