import type { Campaign, CampaignFields } from '../../model/financing/campaign.ts'
import { acted } from '../actions/acted.ts'
import type { Caller, Writing } from '../caller/context.ts'
import { about } from './action.ts'
import { campaignRow } from './store.ts'

export function createCampaign(
  { writer, clock, ids, acting }: Writing,
  { store, sandbox }: Caller,
  fields: CampaignFields,
): Promise<Campaign> {
  return writer.transaction(null, async (tx) => {
    const key = { storeId: store.id, sandbox, id: ids.next() }
    const campaign = { ...key, ...fields, createdAt: clock.now() }
    return tx.commit(
      campaign,
      acted({ acting, ids }, about(campaign, 'campaign.create'), campaignRow(campaign)),
    )
  })
}
