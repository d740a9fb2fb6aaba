import { lockOrder, orderQueue } from '../../kernel/orders/store.ts'
import { accept, existing } from '../../platform/refusal.ts'
import type { Caller, Writing } from '../../tenancy/caller/context.ts'
import {
  listAttempts,
  lockNotification,
  replayUpdate,
  type ToldNotification,
} from './list-store.ts'
import { decideReplay } from './replaying.ts'

type ReplayNotificationInput = { readonly ref: string; readonly notificationId: string }

/** Sends once more, at once, what the store was told of an order's result. */
export function replayNotification(
  { writer, clock }: Writing,
  { store, sandbox }: Caller,
  { ref, notificationId }: ReplayNotificationInput,
): Promise<ToldNotification> {
  const key = { storeId: store.id, sandbox, ref }
  return writer.transaction(orderQueue(key), async (tx) => {
    const order = existing(await lockOrder(tx, key), 'order', ref)
    const found = await lockNotification(tx, order, notificationId)
    const before = existing(found, 'notification', notificationId)
    const question = { notification: before, order, at: clock.now() }
    const notification = accept(decideReplay(question))
    const attempts = (await listAttempts(tx, order, [notification])).get(notification.id) ?? []
    return tx.commit({ notification, attempts }, replayUpdate(notification))
  })
}
