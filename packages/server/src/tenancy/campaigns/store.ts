import type { Rate } from '@svc/api'
import type { Article, Campaign } from '../../model/financing/campaign.ts'
import { columns, computed, select } from '../../platform/database/columns.ts'
import type {
  Insert,
  Reader,
  Removal,
  Transaction,
  Update,
  Upsert,
} from '../../platform/database/database.ts'
import { isId } from '../../platform/ids.ts'

export type Scope = { readonly storeId: string; readonly sandbox: boolean }
type CampaignKey = Scope & { readonly campaignId: string }

type OfCampaign = { interest: Rate }
export const CAMPAIGN = columns<'campaigns', OfCampaign>('campaigns', 'c')

const BY_ID = 'FROM campaigns c WHERE c.store_id = $1 AND c.sandbox = $2 AND c.id = $3'

export const findCampaign = (reader: Reader, key: CampaignKey): Promise<Campaign | undefined> =>
  find(reader, key, BY_ID)

/** Every change of a campaign or its articles begins with this lock. */
export const lockCampaign = (tx: Transaction, key: CampaignKey): Promise<Campaign | undefined> =>
  find(tx, key, `${BY_ID} FOR UPDATE`)

async function find(reader: Reader, key: CampaignKey, rest: string): Promise<Campaign | undefined> {
  const { storeId, sandbox, campaignId } = key
  if (!isId(campaignId)) return undefined
  return (await reader.query(select(CAMPAIGN, rest), [storeId, sandbox, campaignId]))[0]
}

/** Callers with the same name queue in this process before they take a connection. */
export function campaignQueue({ storeId, sandbox, campaignId }: CampaignKey): string {
  return `campaign/${storeId}/${sandbox}/${campaignId}`
}

type RunningCampaign = {
  readonly campaign: Campaign
  /** The requested articles that a partial campaign covers. */
  readonly articleIds: readonly string[]
}

const COVERED = computed<{ articleIds: readonly string[] }>({
  articleIds: `CASE WHEN c.partial THEN to_jsonb(ARRAY(SELECT a.id FROM campaign_articles a
    WHERE a.store_id = c.store_id AND a.sandbox = c.sandbox AND a.campaign_id = c.id
      AND a.id = ANY($4::text[]))) ELSE '[]' END`,
})

/** The campaigns active at a time, oldest first. */
export function listRunning(
  reader: Reader,
  { storeId, sandbox, at, articleIds }: Scope & { at: Date; articleIds: readonly string[] },
): Promise<RunningCampaign[]> {
  return reader.query(
    select(
      CAMPAIGN.as('campaign').and(COVERED),
      `FROM campaigns c WHERE c.store_id = $1 AND c.sandbox = $2 AND c.start_at <= $3
         AND (c.end_at IS NULL OR c.end_at + interval '1 second' > $3)
       ORDER BY c.created_at, c.id`,
    ),
    [storeId, sandbox, at, [...new Set(articleIds)]],
  )
}

export const campaignRow = (campaign: Campaign): Insert => ({
  table: 'campaigns',
  rows: [campaign],
})

export function campaignUpdate(campaign: Campaign): Update {
  const { storeId, sandbox, id, createdAt: _, ...set } = campaign
  return { table: 'campaigns', where: { storeId, sandbox, id }, set }
}

/** Its articles are deleted with it. */
export function campaignRemovals({ storeId, sandbox, id }: Campaign): Removal[] {
  return [
    { table: 'campaign_articles', remove: { storeId, sandbox, campaignId: id } },
    { table: 'campaigns', remove: { storeId, sandbox, id } },
  ]
}

/** Adds articles; existing ones are replaced and keep their position in the list. */
export function articleRows(campaign: Campaign, articles: readonly Article[]): Upsert {
  const { storeId, sandbox, id } = campaign
  return {
    table: 'campaign_articles',
    key: ['storeId', 'sandbox', 'campaignId', 'id'],
    changed: ['name', 'url', 'description', 'imageUrl', 'warnings'],
    rows: articles.map((article) => ({ storeId, sandbox, campaignId: id, ...article })),
  }
}

/** All of its articles, or only the named ones. */
export function articleRemoval(campaign: Campaign, ids: readonly string[] | undefined): Removal {
  const { storeId, sandbox, id } = campaign
  const key = { storeId, sandbox, campaignId: id }
  if (ids === undefined) return { table: 'campaign_articles', remove: key }
  // The database accepts no text with a NUL, so no article has one.
  const possible = ids.filter((each) => !each.includes('\0'))
  return { table: 'campaign_articles', remove: { ...key, id: possible } }
}
