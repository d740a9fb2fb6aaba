import type { Article, Campaign } from '../../model/financing/campaign.ts'
import { columns, select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'
import { sql } from '../../platform/filters/fragment.ts'
import { listPage } from '../../platform/filters/list-page.ts'
import type { ListQuery, ListTable } from '../../platform/filters/list-table.ts'
import { CAMPAIGN, type Scope } from './store.ts'

/** Articles retained by a full campaign do not count, so they are not found either. */
const ARTICLES = `campaign_articles a where a.store_id = c.store_id and a.sandbox = c.sandbox
  and a.campaign_id = c.id and c.partial`

/** The filters and orderings of campaigns (contract §3). */
export const campaignList: ListTable = {
  properties: {
    id: { kind: 'text', sql: 'c.id' },
    name: { kind: 'text', sql: 'c.name' },
    interest: { kind: 'number', sql: 'c.interest', decimal: true },
    partial: { kind: 'boolean', sql: 'c.partial' },
    start_date: { kind: 'date', local: true, sql: 'c.start_at' },
    end_date: { kind: 'date', local: true, sql: 'c.end_at' },
    created: { kind: 'date', local: true, sql: 'c.created_at' },
    'articles-mid': { kind: 'text', sql: 'a.id', many: ARTICLES },
  },
  orderings: {
    name: 'c.name',
    interest: 'c.interest',
    start_date: 'c.start_at',
    end_date: 'c.end_at',
    created: 'c.created_at',
  },
  q: [],
  created: 'c.created_at',
  id: 'c.id',
}

/** The filters and orderings of a campaign's articles. */
export const articleList: ListTable = {
  properties: {
    id: { kind: 'text', sql: 'a.id' },
    mid: { kind: 'text', sql: 'a.id' },
    name: { kind: 'text', sql: 'a.name' },
  },
  orderings: { id: 'a.id', mid: 'a.id', name: 'a.name' },
  q: [],
  created: 'a.created_at',
  id: 'a.id',
}

export async function listCampaigns(
  reader: Reader,
  { storeId, sandbox }: Scope,
  query: ListQuery,
): Promise<{ count: number; campaigns: Campaign[] }> {
  const { count, ids } = await listPage(
    reader,
    {
      table: campaignList,
      from: () => sql`campaigns c`,
      where: sql`c.store_id = ${storeId} and c.sandbox = ${sandbox}`,
    },
    query,
  )
  const rows = await reader.query(
    select(
      CAMPAIGN,
      'FROM campaigns c WHERE c.store_id = $1 AND c.sandbox = $2 AND c.id = ANY($3::text[])',
    ),
    [storeId, sandbox, ids],
  )
  return { count, campaigns: inOrder(rows, ids) }
}

const WARNED = columns<'campaign_articles', { warnings: readonly string[] }>(
  'campaign_articles',
  'a',
)
const ARTICLE = WARNED.without('storeId', 'sandbox', 'campaignId')

export async function listArticles(
  reader: Reader,
  { storeId, sandbox, id }: Campaign,
  query: ListQuery,
): Promise<{ count: number; articles: Article[] }> {
  const { count, ids } = await listPage(
    reader,
    {
      table: articleList,
      from: () => sql`campaign_articles a`,
      where: sql`a.store_id = ${storeId} and a.sandbox = ${sandbox}
        and a.campaign_id = ${id}`,
    },
    query,
  )
  const rows = await reader.query(
    select(
      ARTICLE,
      `FROM campaign_articles a WHERE a.store_id = $1 AND a.sandbox = $2 AND a.campaign_id = $3
         AND a.id = ANY($4::text[])`,
    ),
    [storeId, sandbox, id, ids],
  )
  return { count, articles: inOrder(rows, ids) }
}

/** Rows deleted since their id was read are left out. */
function inOrder<T extends { readonly id: string }>(rows: readonly T[], ids: readonly string[]) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
