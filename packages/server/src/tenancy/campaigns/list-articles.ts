import type { Article } from '../../model/financing/campaign.ts'
import type { ListQuery } from '../../platform/filters/list-table.ts'
import { readListQuery } from '../../platform/filters/read-list-query.ts'
import { accept, existing } from '../../platform/refusal.ts'
import type { Caller, Reading } from '../caller/context.ts'
import { articleList, listArticles as listRows } from './list-store.ts'
import { decideArticles } from './rules.ts'
import { findCampaign } from './store.ts'

type ListArticlesInput = {
  readonly campaignId: string
  readonly parameters: URLSearchParams
}

/** A page of the articles of a partial campaign, filtered and sorted by the URL. */
export async function listArticles(
  { database }: Reading,
  { store, sandbox }: Caller,
  { campaignId, parameters }: ListArticlesInput,
): Promise<{ count: number; articles: Article[]; page: ListQuery }> {
  const page = readListQuery(articleList, parameters, { timeZone: store.timeZone })
  const row = await findCampaign(database, { storeId: store.id, sandbox, campaignId })
  const campaign = accept(decideArticles(existing(row, 'campaign', campaignId)))
  const { count, articles } = await listRows(database, campaign, page)
  return { count, articles, page }
}
