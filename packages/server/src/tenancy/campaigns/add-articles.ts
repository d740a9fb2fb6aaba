import type { Article } from '../../model/financing/campaign.ts'
import { accept, existing } from '../../platform/refusal.ts'
import { acted } from '../actions/acted.ts'
import type { Caller, Writing } from '../caller/context.ts'
import { about } from './action.ts'
import { decideArticles, lastOfEach } from './rules.ts'
import { articleRows, campaignQueue, lockCampaign } from './store.ts'

type AddArticlesInput = {
  readonly campaignId: string
  readonly articles: readonly Omit<Article, 'createdAt'>[]
}

/** Adds articles to a partial campaign, all or none; existing ones are replaced. */
export function addArticles(
  { writer, clock, ids, acting }: Writing,
  { store, sandbox }: Caller,
  { campaignId, articles }: AddArticlesInput,
): Promise<void> {
  const key = { storeId: store.id, sandbox, campaignId }
  return writer.transaction(campaignQueue(key), async (tx) => {
    const row = existing(await lockCampaign(tx, key), 'campaign', campaignId)
    const campaign = accept(decideArticles(row))
    const createdAt = clock.now()
    const added = lastOfEach(articles).map((article) => ({ ...article, createdAt }))
    return tx.commit(
      undefined,
      acted(
        { acting, ids },
        about(campaign, 'campaign.add_articles'),
        articleRows(campaign, added),
      ),
    )
  })
}
