import type { Caller, Reading } from '../context.ts'
import type { Campaign } from './campaign.ts'
import { listCampaigns as listRows, type Page } from './store.ts'

/** A page of the store's campaigns, newest first, with the exact count of all. */
export function listCampaigns(
  { database }: Reading,
  { store, sandbox }: Caller,
  page: Page,
): Promise<{ count: number; campaigns: Campaign[] }> {
  return listRows(database, { storeId: store.id, sandbox }, page)
}
