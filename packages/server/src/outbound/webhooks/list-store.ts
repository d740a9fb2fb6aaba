import { tablesOf } from '../../model/streams/owners.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import { select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'
import { raw, sql } from '../../platform/filters/fragment.ts'
import { listPage } from '../../platform/filters/list-page.ts'
import type { ListQuery, ListTable } from '../../platform/filters/list-table.ts'
import { listedOf } from '../endpoints/store.ts'
import type { ListedWebhook } from '../endpoints/webhook.ts'

/** The filters and orderings of webhooks. */
export const webhookList: ListTable = {
  properties: {
    id: { kind: 'text', sql: 'w.id' },
    name: { kind: 'text', sql: 'w.name', nullable: true },
    url: { kind: 'text', sql: 'w.url' },
    state: { kind: 'text', sql: 'w.state' },
    disabled_reason: { kind: 'text', sql: 'w.disabled_reason', nullable: true },
    created: { kind: 'date', sql: 'w.created_at' },
  },
  orderings: { name: 'w.name', url: 'w.url', created: 'w.created_at' },
  q: [],
  created: 'w.created_at',
  id: 'w.id',
}

export async function listWebhooks(
  reader: Reader,
  { storeId, sandbox }: StreamKey,
  query: ListQuery,
): Promise<{ count: number; webhooks: ListedWebhook[] }> {
  const { endpoints } = tablesOf(storeId)
  const { count, ids } = await listPage(
    reader,
    {
      table: webhookList,
      from: () => sql`${raw(endpoints)} w`,
      where: sql`w.store_id = ${storeId} and w.sandbox = ${sandbox}
        and w.state <> 'deleted'`,
    },
    query,
  )
  const rows = await reader.query(
    select(
      listedOf(storeId),
      `FROM ${endpoints} w
       WHERE w.store_id = $1 AND w.id = ANY($2::text[]) AND w.state <> 'deleted'`,
    ),
    [storeId, ids],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  // What was deleted since its id was read is left out.
  return { count, webhooks: ids.flatMap((id) => byId.get(id) ?? []) }
}
