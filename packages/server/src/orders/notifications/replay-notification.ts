import { lockOrder, orderQueue } from '../../kernel/orders/store.ts'
import { accept, existing } from '../../platform/refusal.ts'
import { actedOn } from '../../tenancy/actions/acted.ts'
import type { OfStore, Writing } from '../../tenancy/caller/context.ts'
import {
  listAttempts,
  lockNotification,
  type NotificationWithAttempts,
  replayUpdate,
} from './list-store.ts'
import { decideReplay } from './replaying.ts'

type ReplayNotificationInput = { readonly ref: string; readonly notificationId: string }

/** Sends a notification of an order's result again, immediately. */
export function replayNotification(
  { writer, clock, ids, acting }: Writing,
  { store, sandbox }: OfStore,
  { ref, notificationId }: ReplayNotificationInput,
): Promise<NotificationWithAttempts> {
  const key = { storeId: store.id, sandbox, ref }
  return writer.transaction(orderQueue(key), async (tx) => {
    const order = existing(await lockOrder(tx, key), 'order', ref)
    const row = await lockNotification(tx, order, notificationId)
    const before = existing(row, 'notification', notificationId)
    const question = { notification: before, order, at: clock.now() }
    const notification = accept(decideReplay(question))
    const attempts = (await listAttempts(tx, order, [notification])).get(notification.id) ?? []
    const update = replayUpdate(notification)
    const replayed = actedOn({ acting, ids }, order, 'notification.replay', update)
    return tx.commit({ notification, attempts }, replayed)
  })
}
