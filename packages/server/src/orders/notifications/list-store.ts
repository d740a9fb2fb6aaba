import { limits } from '@svc/api'
import type { Progress } from '../../kernel/notifications/progress.ts'
import type { Order } from '../../model/order/order.ts'
import type { NumberedAttempt } from '../../outbound/sending/message.ts'
import { attemptOf } from '../../outbound/sending/rows.ts'
import type { Reader, Row, Transaction, Update } from '../../platform/database/database.ts'

/** A notification as its store sees it. */
export type ListedNotification = {
  readonly storeId: string
  readonly orderId: string
  readonly sequence: number
  readonly id: string
  readonly kind: 'confirmation' | 'information'
  readonly url: string
  readonly body: string
  readonly state: Progress['state']
  /** The order whose checkout has overtaken it; null: none has. */
  readonly overtakenBy: string | null
  readonly attempts: number
  readonly nextAttemptAt: Date | null
  readonly leasedUntil: Date | null
  readonly deadline: Date
  readonly createdAt: Date
}

/** With what came of it, the newest attempt first. */
export type ToldNotification = {
  readonly notification: ListedNotification
  readonly attempts: readonly NumberedAttempt[]
}

const COLUMNS = `n.store_id, n.order_id, n.sequence, n.id, n.kind, n.url, n.body, n.state,
  n.overtaken_by, n.attempts, n.next_attempt_at, n.leased_until, n.deadline, n.created_at`

export type PageOf = { readonly page: number; readonly pageSize: number }

/** A page of what the store was told of an order, newest first, with the exact count of all. */
export async function listNotifications(
  reader: Reader,
  { storeId, id }: Order,
  { page, pageSize }: PageOf,
): Promise<{ count: number; notifications: ListedNotification[] }> {
  const [counted] = await reader.query(
    'SELECT count(*) AS count FROM notifications WHERE store_id = $1 AND order_id = $2',
    [storeId, id],
  )
  const rows = await reader.query(
    `SELECT ${COLUMNS} FROM notifications n WHERE n.store_id = $1 AND n.order_id = $2
     ORDER BY n.sequence DESC LIMIT $3 OFFSET $4`,
    [storeId, id, pageSize, (page - 1) * pageSize],
  )
  return { count: counted?.count ?? 0, notifications: rows.map(notificationOf) }
}

export async function lockNotification(
  tx: Transaction,
  order: Order,
  id: string,
): Promise<ListedNotification | undefined> {
  if (id.includes('\0')) return undefined
  const [row] = await tx.query(
    `SELECT ${COLUMNS} FROM notifications n
     WHERE n.store_id = $1 AND n.order_id = $2 AND n.id = $3 FOR UPDATE`,
    [order.storeId, order.id, id],
  )
  return row && notificationOf(row)
}

/** The last attempts of each, by the notification's id, the newest first. */
export async function listAttempts(
  reader: Reader,
  { storeId, id }: Pick<Order, 'storeId' | 'id'>,
  notifications: readonly ListedNotification[],
): Promise<Map<string, NumberedAttempt[]>> {
  const rows = await reader.query(
    `SELECT n.id, a.* FROM notifications n CROSS JOIN LATERAL (
       SELECT a.number, a.started_at, a.duration_ms, a.status, a.failure, a.response
       FROM notification_attempts a WHERE a.store_id = n.store_id AND a.order_id = n.order_id
         AND a.sequence = n.sequence ORDER BY a.number DESC LIMIT $4) a
     WHERE n.store_id = $1 AND n.order_id = $2 AND n.id = ANY($3::text[]) ORDER BY a.number DESC`,
    [storeId, id, notifications.map((each) => each.id), limits.attemptsListedMax],
  )
  const byId = Map.groupBy(rows, (row) => row.id as string)
  return new Map([...byId].map(([each, of]) => [each, of.map(attemptOf)]))
}

export function replayUpdate(notification: ListedNotification): Update {
  return {
    table: 'notifications',
    where: {
      store_id: notification.storeId,
      order_id: notification.orderId,
      sequence: notification.sequence,
    },
    set: {
      state: notification.state,
      next_attempt_at: notification.nextAttemptAt,
      deadline: notification.deadline,
    },
  }
}

function notificationOf(row: Row): ListedNotification {
  return {
    storeId: row.store_id,
    orderId: row.order_id,
    sequence: row.sequence,
    id: row.id,
    kind: row.kind,
    url: row.url,
    body: row.body,
    state: row.state,
    overtakenBy: row.overtaken_by,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at,
    leasedUntil: row.leased_until,
    deadline: row.deadline,
    createdAt: row.created_at,
  }
}
