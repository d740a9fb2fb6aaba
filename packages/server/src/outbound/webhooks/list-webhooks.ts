import type { ListQuery } from '../../platform/filters/list-table.ts'
import { readListQuery } from '../../platform/filters/read-list-query.ts'
import type { Reading } from '../../tenancy/caller/context.ts'
import type { Owner } from '../../tenancy/caller/lender-owner.ts'
import type { ListedWebhook } from '../endpoints/webhook.ts'
import { listWebhooks as listRows, webhookList } from './list-store.ts'

/** A page of the store's webhooks in the caller's mode, with the exact count of all that fit. */
export async function listWebhooks(
  { database }: Reading,
  { store, sandbox }: Owner,
  parameters: URLSearchParams,
): Promise<{ count: number; webhooks: ListedWebhook[]; page: ListQuery }> {
  const page = readListQuery(webhookList, parameters, { timeZone: store.timeZone })
  const { count, webhooks } = await listRows(database, { storeId: store.id, sandbox }, page)
  return { count, webhooks, page }
}
