import type { Caller, Reading } from '../context.ts'
import type { ListQuery } from '../filters/list-table.ts'
import { readListQuery } from '../filters/read-list-query.ts'
import type { Campaign } from './campaign.ts'
import { campaignList, listCampaigns as listRows } from './list-store.ts'

/**
 * A page of the store's campaigns, filtered and ordered as the URL asks, with the exact count of
 * all that fit (contract §3).
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
