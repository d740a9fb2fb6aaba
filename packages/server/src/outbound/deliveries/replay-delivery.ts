import { accept, existing } from '../../platform/refusal.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import type { OfStore, Writing } from '../../tenancy/caller/context.ts'
import { lockWebhook } from '../endpoints/store.ts'
import { about } from './action.ts'
import type { Delivery } from './delivery.ts'
import { lockDelivery, reopenedRows } from './list-store.ts'
import { decideReplay, decideSending } from './requests.ts'

type ReplayInput = { readonly webhookId: string; readonly deliveryId: string }

/** Sends a settled delivery again, immediately and out of turn. */
export function replayDelivery(
  { writer, clock, ids, acting }: Writing,
  { store, sandbox }: OfStore,
  { webhookId, deliveryId }: ReplayInput,
): Promise<Delivery> {
  const key = { storeId: store.id, sandbox, webhookId }
  return writer.transaction(`webhook/${store.id}/${webhookId}`, async (tx) => {
    const webhook = existing(await lockWebhook(tx, key), 'webhook', webhookId)
    const row = await lockDelivery(tx, webhook, deliveryId)
    const before = existing(row, 'delivery', deliveryId)
    accept(decideSending(webhook))
    const delivery = accept(decideReplay(before, clock.now()))
    const replayed = acted({ acting, ids }, about(key, 'delivery.replay'), reopenedRows([delivery]))
    return tx.commit(delivery, replayed)
  })
}
