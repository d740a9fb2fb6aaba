import { existing } from '../../platform/refusal.ts'
import { acted } from '../actions/acted.ts'
import type { Caller, Writing } from '../caller/context.ts'
import { about } from './action.ts'
import { campaignQueue, campaignRemovals, lockCampaign } from './store.ts'

/** Deletes a campaign and its articles; orders that were priced with it stay as they are. */
export function deleteCampaign(
  { writer, ids, acting }: Writing,
  { store, sandbox }: Caller,
  campaignId: string,
): Promise<void> {
  const key = { storeId: store.id, sandbox, campaignId }
  return writer.transaction(campaignQueue(key), async (tx) => {
    const campaign = existing(await lockCampaign(tx, key), 'campaign', campaignId)
    return tx.commit(
      undefined,
      acted({ acting, ids }, about(campaign, 'campaign.delete'), ...campaignRemovals(campaign)),
    )
  })
}
