import { existing } from '../../platform/refusal.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import type { OfStore, Writing } from '../../tenancy/caller/context.ts'
import { CANCELLED_AT_ONCE, ended } from '../deliveries/settling.ts'
import { lockOpen, progressRows } from '../deliveries/store.ts'
import { deletionOf } from '../endpoints/action.ts'
import { lockWebhook, subscriptionRow, webhookEnd } from '../endpoints/store.ts'
import { lockStream, streamQueue } from '../events/store.ts'

/** Ends a webhook and what is open to it. An attempt under way may still arrive. */
export function deleteWebhook(
  writing: Writing,
  { store, sandbox }: OfStore,
  webhookId: string,
): Promise<void> {
  const { writer, clock } = writing
  const key = { storeId: store.id, sandbox }
  return writer.transaction(streamQueue(key), async (tx) => {
    const stream = await lockStream(tx, key)
    const webhook = existing(await lockWebhook(tx, { ...key, webhookId }), 'webhook', webhookId)
    const at = clock.now()
    const endpoint = { storeId: store.id, endpointId: webhook.id }
    const open = await lockOpen(tx, endpoint, CANCELLED_AT_ONCE)
    const cancelled = open.map((each) => ended(each, 'cancelled', at))
    const subscription = { enabled: false, types: webhook.types, at }
    const rows = [
      webhookEnd(webhook),
      progressRows(cancelled),
      subscriptionRow(stream, webhook, subscription),
    ]
    return tx.commit(undefined, acted(writing, deletionOf(webhook), ...rows))
  })
}
