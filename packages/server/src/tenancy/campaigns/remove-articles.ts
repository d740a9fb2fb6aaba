import { accept, existing } from '../../platform/refusal.ts'
import { acted } from '../actions/acted.ts'
import type { Caller, Writing } from '../caller/context.ts'
import { about } from './action.ts'
import { decideArticles } from './rules.ts'
import { articleRemoval, campaignQueue, lockCampaign } from './store.ts'

type RemoveArticlesInput = {
  readonly campaignId: string
  /** Undefined: all of them. */
  readonly articleIds: readonly string[] | undefined
}

/** Removes articles from a partial campaign; unknown ones are ignored. */
export function removeArticles(
  { writer, ids, acting }: Writing,
  { store, sandbox }: Caller,
  { campaignId, articleIds }: RemoveArticlesInput,
): Promise<void> {
  const key = { storeId: store.id, sandbox, campaignId }
  return writer.transaction(campaignQueue(key), async (tx) => {
    const row = existing(await lockCampaign(tx, key), 'campaign', campaignId)
    const campaign = accept(decideArticles(row))
    return tx.commit(
      undefined,
      acted(
        { acting, ids },
        about(campaign, 'campaign.remove_articles'),
        articleRemoval(campaign, articleIds),
      ),
    )
  })
}
