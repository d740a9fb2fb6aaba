import { cents, rate } from '@svc/api'
import type { Article, Campaign } from '../../model/financing/campaign.ts'
import type {
  Insert,
  Reader,
  Removal,
  Row,
  Transaction,
  Update,
  Upsert,
} from '../../platform/database/database.ts'
import { isId } from '../../platform/ids.ts'

export type Scope = { readonly storeId: string; readonly sandbox: boolean }
export type CampaignKey = Scope & { readonly campaignId: string }

export const COLUMNS = `c.store_id, c.sandbox, c.id, c.name, c.start_at, c.end_at, c.interest,
  c.partial, to_jsonb(c.num_instalments) AS num_instalments, c.min_order_amount,
  c.max_order_amount, c.created_at`

const BY_ID = `SELECT ${COLUMNS} FROM campaigns c
  WHERE c.store_id = $1 AND c.sandbox = $2 AND c.id = $3`

export async function findCampaign(
  reader: Reader,
  key: CampaignKey,
): Promise<Campaign | undefined> {
  return find(reader, key, BY_ID)
}

/** Every change of a campaign or its articles begins here. */
export async function lockCampaign(
  tx: Transaction,
  key: CampaignKey,
): Promise<Campaign | undefined> {
  return find(tx, key, `${BY_ID} FOR UPDATE`)
}

async function find(reader: Reader, key: CampaignKey, text: string): Promise<Campaign | undefined> {
  const { storeId, sandbox, campaignId } = key
  if (!isId(campaignId)) return undefined
  const [row] = await reader.query(text, [storeId, sandbox, campaignId])
  return row && campaignOf(row)
}

/** Callers with the same name queue in this process before they take a connection. */
export function campaignQueue({ storeId, sandbox, campaignId }: CampaignKey): string {
  return `campaign/${storeId}/${sandbox}/${campaignId}`
}

export type RunningCampaign = {
  readonly campaign: Campaign
  /** Those of the articles asked for that a partial campaign covers. */
  readonly articleIds: readonly string[]
}

/** The campaigns that run at a moment, oldest first. */
export async function listRunning(
  reader: Reader,
  { storeId, sandbox, at, articleIds }: Scope & { at: Date; articleIds: readonly string[] },
): Promise<RunningCampaign[]> {
  const rows = await reader.query(
    `SELECT ${COLUMNS}, CASE WHEN c.partial THEN to_jsonb(ARRAY(SELECT a.id
         FROM campaign_articles a WHERE a.store_id = c.store_id AND a.sandbox = c.sandbox
           AND a.campaign_id = c.id AND a.id = ANY($4::text[]))) ELSE '[]' END AS article_ids
     FROM campaigns c WHERE c.store_id = $1 AND c.sandbox = $2 AND c.start_at <= $3
       AND (c.end_at IS NULL OR c.end_at + interval '1 second' > $3)
     ORDER BY c.created_at, c.id`,
    [storeId, sandbox, at, [...new Set(articleIds)]],
  )
  return rows.map((row) => ({ campaign: campaignOf(row), articleIds: row.article_ids }))
}

export function campaignRow(campaign: Campaign): Insert {
  const { storeId, sandbox, id, createdAt } = campaign
  const key = { store_id: storeId, sandbox, id, created_at: createdAt }
  return { table: 'campaigns', rows: [{ ...key, ...columnsOf(campaign) }] }
}

export function campaignUpdate(campaign: Campaign): Update {
  const { storeId, sandbox, id } = campaign
  return {
    table: 'campaigns',
    where: { store_id: storeId, sandbox, id },
    set: columnsOf(campaign),
  }
}

/** Its articles end with it. */
export function campaignRemovals({ storeId, sandbox, id }: Campaign): Removal[] {
  const scope = { store_id: storeId, sandbox }
  return [
    { table: 'campaign_articles', remove: { ...scope, campaign_id: id } },
    { table: 'campaigns', remove: { ...scope, id } },
  ]
}

function columnsOf(campaign: Campaign): Record<string, unknown> {
  return {
    name: campaign.name,
    start_at: campaign.startAt,
    end_at: campaign.endAt,
    interest: campaign.interest,
    partial: campaign.partial,
    num_instalments: campaign.numInstalments,
    min_order_amount: campaign.minOrderAmount,
    max_order_amount: campaign.maxOrderAmount,
  }
}

const amountOf = (value: number | null) => (value === null ? null : cents(value))

export function campaignOf(row: Row): Campaign {
  return {
    storeId: row.store_id,
    sandbox: row.sandbox,
    id: row.id,
    name: row.name,
    startAt: row.start_at,
    endAt: row.end_at,
    interest: rate(row.interest),
    partial: row.partial,
    numInstalments: row.num_instalments,
    minOrderAmount: amountOf(row.min_order_amount),
    maxOrderAmount: amountOf(row.max_order_amount),
    createdAt: row.created_at,
  }
}

/** Adds articles; those that it has are written anew and keep their place in the list. */
export function articleRows(campaign: Campaign, articles: readonly Article[]): Upsert {
  const { storeId, sandbox, id } = campaign
  const key = { store_id: storeId, sandbox, campaign_id: id }
  return {
    table: 'campaign_articles',
    key: ['store_id', 'sandbox', 'campaign_id', 'id'],
    changed: ['name', 'url', 'description', 'image_url', 'warnings'],
    rows: articles.map((article) => ({
      ...key,
      id: article.id,
      name: article.name,
      url: article.url,
      description: article.description,
      image_url: article.imageUrl,
      warnings: article.warnings,
      created_at: article.createdAt,
    })),
  }
}

/** All of its articles, or only those that are named. */
export function articleRemoval(campaign: Campaign, ids: readonly string[] | undefined): Removal {
  const { storeId, sandbox, id } = campaign
  const key = { store_id: storeId, sandbox, campaign_id: id }
  if (ids === undefined) return { table: 'campaign_articles', remove: key }
  // The database takes no text with a NUL, so no article has one.
  const possible = ids.filter((each) => !each.includes('\0'))
  return { table: 'campaign_articles', remove: { ...key, id: possible } }
}
