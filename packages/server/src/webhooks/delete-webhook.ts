import type { Caller, Writing } from '../context.ts'
import { lockStream, streamQueue } from '../events/store.ts'
import { existing } from '../refusal.ts'
import { cancelOpen, lockWebhook, subscriptionRow, webhookEnd } from './store.ts'

/** Ends a webhook and what is open to it. An attempt under way may still arrive. */
export function deleteWebhook(
  { writer, clock }: Writing,
  { store, sandbox }: Caller,
  webhookId: string,
): Promise<void> {
  const key = { storeId: store.id, sandbox }
  return writer.transaction(streamQueue(key), async (tx) => {
    const stream = await lockStream(tx, key)
    const webhook = existing(await lockWebhook(tx, { ...key, webhookId }), 'webhook', webhookId)
    const at = clock.now()
    await cancelOpen(tx, webhook, at)
    const subscription = { enabled: false, types: webhook.types, at }
    return tx.commit(undefined, webhookEnd(webhook), subscriptionRow(stream, webhook, subscription))
  })
}
