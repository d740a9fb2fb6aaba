import type { Caller, Writing } from '../context.ts'
import { lockStream, streamQueue } from '../events/store.ts'
import { existing } from '../refusal.ts'
import { type Change, changedWebhook, isOtherSubscription } from './rules.ts'
import { cancelOpen, countPending, lockWebhook, subscriptionRow, webhookUpdate } from './store.ts'
import type { ListedWebhook } from './webhook.ts'

export type ChangeWebhookInput = {
  readonly webhookId: string
  /** What is absent stays. */
  readonly change: Change
}

/**
 * Changes what was sent and leaves the rest. Other types count from the end of the stream on;
 * disabling ends what is open.
 */
export function changeWebhook(
  { writer, clock }: Writing,
  { store, sandbox }: Caller,
  { webhookId, change }: ChangeWebhookInput,
): Promise<ListedWebhook> {
  const key = { storeId: store.id, sandbox }
  return writer.transaction(streamQueue(key), async (tx) => {
    const stream = await lockStream(tx, key)
    const before = existing(await lockWebhook(tx, { ...key, webhookId }), 'webhook', webhookId)
    const at = clock.now()
    const webhook = changedWebhook(before, change, at)
    const enabled = webhook.state === 'enabled'
    if (!enabled) await cancelOpen(tx, webhook, at)
    const subscription = isOtherSubscription(before, webhook)
      ? [subscriptionRow(stream, webhook, { enabled, types: webhook.types, at })]
      : []
    const pending = await countPending(tx, webhook)
    return tx.commit({ ...webhook, pending }, webhookUpdate(webhook), ...subscription)
  })
}
