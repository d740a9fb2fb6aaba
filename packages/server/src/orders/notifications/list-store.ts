import { limits } from '@svc/api'
import { MESSAGE, messageKeyOf } from '../../kernel/notifications/store.ts'
import type { Order } from '../../model/order/order.ts'
import type { NumberedAttempt } from '../../outbound/sending/message.ts'
import { COUNT, columns, type Entity, select } from '../../platform/database/columns.ts'
import type { Reader, Transaction, Update } from '../../platform/database/database.ts'

/** A notification as its store sees it. */
export type ListedNotification = Entity<'notifications'>

/** With its results, the newest attempt first. */
export type NotificationWithAttempts = {
  readonly notification: ListedNotification
  readonly attempts: readonly NumberedAttempt[]
}

const ATTEMPT = columns('notification_attempts', 'a').without('storeId', 'orderId', 'sequence')

type PageOf = { readonly page: number; readonly pageSize: number }

/** A page of the notifications of an order, newest first, with the exact count of all. */
export async function listNotifications(
  reader: Reader,
  { storeId, id }: Order,
  { page, pageSize }: PageOf,
): Promise<{ count: number; notifications: ListedNotification[] }> {
  const [counted] = await reader.query(
    select(COUNT, 'FROM notifications n WHERE n.store_id = $1 AND n.order_id = $2'),
    [storeId, id],
  )
  const notifications = await reader.query(
    select(
      MESSAGE,
      `FROM notifications n WHERE n.store_id = $1 AND n.order_id = $2
       ORDER BY n.sequence DESC LIMIT $3 OFFSET $4`,
    ),
    [storeId, id, pageSize, (page - 1) * pageSize],
  )
  return { count: counted?.count ?? 0, notifications }
}

export async function lockNotification(
  tx: Transaction,
  order: Order,
  id: string,
): Promise<ListedNotification | undefined> {
  if (id.includes('\0')) return undefined
  const [row] = await tx.query(
    select(
      MESSAGE,
      'FROM notifications n WHERE n.store_id = $1 AND n.order_id = $2 AND n.id = $3 FOR UPDATE',
    ),
    [order.storeId, order.id, id],
  )
  return row
}

/** The last attempts of each, by the notification's id, the newest first. */
export async function listAttempts(
  reader: Reader,
  { storeId, id }: Pick<Order, 'storeId' | 'id'>,
  notifications: readonly ListedNotification[],
): Promise<Map<string, NumberedAttempt[]>> {
  const rows = await reader.query(
    select(
      MESSAGE.only('id').and(ATTEMPT),
      `FROM notifications n CROSS JOIN LATERAL (
         SELECT * FROM notification_attempts a WHERE a.store_id = n.store_id
           AND a.order_id = n.order_id AND a.sequence = n.sequence
         ORDER BY a.number DESC LIMIT $4) a
       WHERE n.store_id = $1 AND n.order_id = $2 AND n.id = ANY($3::text[]) ORDER BY a.number DESC`,
    ),
    [storeId, id, notifications.map((each) => each.id), limits.attemptsListedMax],
  )
  return Map.groupBy(rows, (row) => row.id)
}

export function replayUpdate(notification: ListedNotification): Update {
  const { state, nextAttemptAt, deadline } = notification
  const set = { state, nextAttemptAt, deadline }
  return { table: 'notifications', where: messageKeyOf(notification), set }
}
