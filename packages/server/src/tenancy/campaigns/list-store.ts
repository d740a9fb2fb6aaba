import { sql } from 'kysely'
import type { Article, Campaign } from '../../model/financing/campaign.ts'
import type { Reader, Row } from '../../platform/database/database.ts'
import { listPage } from '../../platform/filters/list-page.ts'
import type { ListQuery, ListTable } from '../../platform/filters/list-table.ts'
import { COLUMNS, campaignOf, type Scope } from './store.ts'

/** Articles that a full campaign keeps do not count, so they are not found either. */
const ARTICLES = `campaign_articles a where a.store_id = c.store_id and a.sandbox = c.sandbox
  and a.campaign_id = c.id and c.partial`

/** What campaigns are filtered and ordered by (contract §3). */
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

/** What a campaign's articles are filtered and ordered by. */
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
      from: (tables) => tables.selectFrom('campaigns as c'),
      where: sql<boolean>`c.store_id = ${storeId} and c.sandbox = ${sandbox}`,
    },
    query,
  )
  const rows = await reader.query(
    `SELECT ${COLUMNS} FROM campaigns c
     WHERE c.store_id = $1 AND c.sandbox = $2 AND c.id = ANY($3::text[])`,
    [storeId, sandbox, ids],
  )
  return { count, campaigns: inOrder(rows, ids).map(campaignOf) }
}

export async function listArticles(
  reader: Reader,
  { storeId, sandbox, id }: Campaign,
  query: ListQuery,
): Promise<{ count: number; articles: Article[] }> {
  const { count, ids } = await listPage(
    reader,
    {
      table: articleList,
      from: (tables) => tables.selectFrom('campaign_articles as a'),
      where: sql<boolean>`a.store_id = ${storeId} and a.sandbox = ${sandbox}
        and a.campaign_id = ${id}`,
    },
    query,
  )
  const rows = await reader.query(
    `SELECT a.id, a.name, a.url, a.description, a.image_url, a.warnings,
       a.created_at FROM campaign_articles a
     WHERE a.store_id = $1 AND a.sandbox = $2 AND a.campaign_id = $3 AND a.id = ANY($4::text[])`,
    [storeId, sandbox, id, ids],
  )
  return { count, articles: inOrder(rows, ids).map(articleOf) }
}

/** What was removed since its id was read is left out. */
function inOrder(rows: readonly Row[], ids: readonly string[]): Row[] {
  const found = new Map(rows.map((row) => [row.id as string, row]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

function articleOf(row: Row): Article {
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    description: row.description,
    imageUrl: row.image_url,
    warnings: row.warnings,
    createdAt: row.created_at,
  }
}
