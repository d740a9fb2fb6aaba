import type { Caller, Reading } from '../context.ts'
import type { ListQuery } from '../filters/list-table.ts'
import { readListQuery } from '../filters/read-list-query.ts'
import { accept, existing } from '../refusal.ts'
import type { Article } from './campaign.ts'
import { articleList, listArticles as listRows } from './list-store.ts'
import { decideArticles } from './rules.ts'
import { findCampaign } from './store.ts'

export type ListArticlesInput = {
  readonly campaignId: string
  readonly parameters: URLSearchParams
}

/** A page of the articles of a partial campaign, filtered and ordered as the URL asks. */
export async function listArticles(
  { database }: Reading,
  { store, sandbox }: Caller,
  { campaignId, parameters }: ListArticlesInput,
): Promise<{ count: number; articles: Article[]; page: ListQuery }> {
  const page = readListQuery(articleList, parameters, { timeZone: store.timeZone })
  const found = await findCampaign(database, { storeId: store.id, sandbox, campaignId })
  const campaign = accept(decideArticles(existing(found, 'campaign', campaignId)))
  const { count, articles } = await listRows(database, campaign, page)
  return { count, articles, page }
}
