import type { Caller, Reading } from '../context.ts'
import { accept, existing } from '../refusal.ts'
import type { Article } from './campaign.ts'
import { decideArticles } from './rules.ts'
import { findCampaign, listArticles as listRows, type Page } from './store.ts'

/** A page of the articles of a partial campaign, newest first. */
export async function listArticles(
  { database }: Reading,
  { store, sandbox }: Caller,
  { campaignId, page }: { campaignId: string; page: Page },
): Promise<{ count: number; articles: Article[] }> {
  const found = await findCampaign(database, { storeId: store.id, sandbox, campaignId })
  const campaign = accept(decideArticles(existing(found, 'campaign', campaignId)))
  return listRows(database, campaign, page)
}
