import { Written } from '../../platform/database/database.ts'
import { existing } from '../../platform/refusal.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import type { OfStore, Writing } from '../../tenancy/caller/context.ts'
import { CANCELLED_AT_ONCE, ended } from '../deliveries/settling.ts'
import { lockOpen, progressRows } from '../deliveries/store.ts'
import { changeOf } from '../endpoints/action.ts'
import { countPending, lockWebhook, subscriptionRow, webhookUpdate } from '../endpoints/store.ts'
import type { ListedWebhook } from '../endpoints/webhook.ts'
import { lockStream, streamQueue } from '../events/store.ts'
import { type Change, changedWebhook, isOtherSubscription } from './rules.ts'

type ChangeWebhookInput = {
  readonly webhookId: string
  /** Absent members stay. */
  readonly change: Change
}

/**
 * Changes the sent members and leaves the rest. Other types apply from the end of the stream on;
 * disabling ends open deliveries.
 */
export function changeWebhook(
  writing: Writing,
  { store, sandbox }: OfStore,
  { webhookId, change }: ChangeWebhookInput,
): Promise<ListedWebhook> {
  const { writer, clock } = writing
  const key = { storeId: store.id, sandbox }
  return writer.transaction(streamQueue(key), async (tx) => {
    const stream = await lockStream(tx, key)
    const before = existing(await lockWebhook(tx, { ...key, webhookId }), 'webhook', webhookId)
    const at = clock.now()
    const webhook = changedWebhook(before, change, at)
    const enabled = webhook.state === 'enabled'
    const endpoint = { storeId: store.id, endpointId: webhook.id }
    const open = enabled ? [] : await lockOpen(tx, endpoint, CANCELLED_AT_ONCE)
    const cancelled = open.map((each) => ended(each, 'cancelled', at))
    const subscription = isOtherSubscription(before, webhook)
      ? [subscriptionRow(stream, webhook, { enabled, types: webhook.types, at })]
      : []
    const pending = (await countPending(tx, webhook)) - cancelled.length
    const action = changeOf(before, webhook)
    const ending = Written.technically('attempt', progressRows(cancelled))
    if (action === undefined) return tx.commit({ ...webhook, pending }, ending)
    const written = acted(writing, action, webhookUpdate(webhook), ...subscription)
    return tx.commit({ ...webhook, pending }, written, ending)
  })
}
