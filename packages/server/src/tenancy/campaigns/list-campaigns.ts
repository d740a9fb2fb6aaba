import type { Campaign } from '../../model/financing/campaign.ts'
import type { ListQuery } from '../../platform/filters/list-table.ts'
import { readListQuery } from '../../platform/filters/read-list-query.ts'
import type { Caller, Reading } from '../caller/context.ts'
import { campaignList, listCampaigns as listRows } from './list-store.ts'

/**
 * A page of the store's campaigns, filtered and sorted by the URL, with the exact count of all
 * matches (contract §3).
 */
export async function listCampaigns(
  { database }: Reading,
  { store, sandbox }: Caller,
  parameters: URLSearchParams,
): Promise<{ count: number; campaigns: Campaign[]; page: ListQuery }> {
  const page = readListQuery(campaignList, parameters, { timeZone: store.timeZone })
  const { count, campaigns } = await listRows(database, { storeId: store.id, sandbox }, page)
  return { count, campaigns, page }
}
