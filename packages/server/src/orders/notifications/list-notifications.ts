import { findOrder } from '../../kernel/orders/store.ts'
import { existing } from '../../platform/refusal.ts'
import type { Caller, Reading } from '../../tenancy/caller/context.ts'
import {
  listAttempts,
  listNotifications as listRows,
  type NotificationWithAttempts,
} from './list-store.ts'

type NotificationsQuery = {
  readonly ref: string
  readonly page: number
  readonly pageSize: number
}

/** A page of the notifications of an order's result with their answers, newest first. */
export async function listNotifications(
  { database }: Reading,
  { store, sandbox }: Caller,
  { ref, ...page }: NotificationsQuery,
): Promise<{ count: number; listed: NotificationWithAttempts[] }> {
  const key = { storeId: store.id, sandbox, ref }
  const order = existing(await findOrder(database, key), 'order', ref)
  const { count, notifications } = await listRows(database, order, page)
  const attempts = await listAttempts(database, order, notifications)
  const listed = notifications.map((notification) => ({
    notification,
    attempts: attempts.get(notification.id) ?? [],
  }))
  return { count, listed }
}
