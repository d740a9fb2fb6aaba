import { existing } from '../../platform/refusal.ts'
import type { OfStore, Reading } from '../../tenancy/caller/context.ts'
import { findWebhook } from '../endpoints/store.ts'
import type { ListedWebhook } from '../endpoints/webhook.ts'

export async function getWebhook(
  { database }: Reading,
  { store, sandbox }: OfStore,
  webhookId: string,
): Promise<ListedWebhook> {
  const webhook = await findWebhook(database, { storeId: store.id, sandbox, webhookId })
  return existing(webhook, 'webhook', webhookId)
}
