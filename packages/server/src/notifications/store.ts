import type { Insert, Reader, Row, Transaction, Update } from '../database/database.ts'
import type { StreamKey } from '../events/event.ts'
import { inRealTime } from '../test-clocks/store.ts'

export type Notification = {
  readonly storeId: string
  readonly orderId: string
  readonly sandbox: boolean
  readonly sequence: number
  readonly id: string
  readonly kind: 'confirmation' | 'information'
  readonly url: string
  readonly body: string
  readonly attempts: number
  readonly deadline: Date
  /** A confirmation is moot once its order is no longer waiting for one. */
  readonly moot: boolean
}

const DUE = `SELECT n.store_id, n.order_id, n.sequence, n.id, n.kind, n.url, n.body, n.attempts,
    n.deadline, o.sandbox,
    (n.kind = 'confirmation' AND o.state <> 'confirmation_required') AS moot
  FROM notifications n JOIN orders o ON o.store_id = n.store_id AND o.id = n.order_id
  WHERE n.state = 'waiting' AND n.next_attempt_at <= $1`
const OLDEST_OF_ORDER = `NOT EXISTS (
  SELECT 1 FROM notifications e WHERE e.store_id = n.store_id AND e.order_id = n.order_id
    AND e.sequence < n.sequence AND e.state = 'waiting'
    AND NOT (e.kind = 'confirmation' AND o.state <> 'confirmation_required'))`
const LOCKED = `ORDER BY n.next_attempt_at LIMIT $2 FOR UPDATE OF n SKIP LOCKED`

/**
 * What is due in real time, locked and skipping what others hold. Of one order only the oldest
 * waiting one, so that they arrive in order; a confirmation nobody waits for any more holds up
 * nothing. Receivers in `full` have enough under way.
 */
export async function lockDue(
  tx: Transaction,
  { now, limit, full }: { now: Date; limit: number; full: readonly string[] },
): Promise<Notification[]> {
  const rows = await tx.query(
    `${DUE} AND ${inRealTime('o')}
       AND n.store_id || '/' || split_part(n.url, '/', 3) <> ALL($3::text[])
       AND ${OLDEST_OF_ORDER} ${LOCKED}`,
    [now, limit, full],
  )
  return rows.map(notificationOf)
}

/** The same of one store and mode, by its own time. */
export async function lockDueOf(
  tx: Transaction,
  { storeId, sandbox }: StreamKey,
  { now, limit }: { now: Date; limit: number },
): Promise<Notification[]> {
  const rows = await tx.query(
    `${DUE} AND n.store_id = $3 AND o.sandbox = $4 AND ${OLDEST_OF_ORDER} ${LOCKED}`,
    [now, limit, storeId, sandbox],
  )
  return rows.map(notificationOf)
}

/** Moves the ends of claims, but of those that somebody else has settled or is settling. */
export async function renewClaims(
  reader: Reader,
  claimed: readonly Notification[],
  until: Date,
): Promise<void> {
  await reader.query(
    `UPDATE notifications SET next_attempt_at = $1
     WHERE (store_id, order_id, sequence) IN (
       SELECT n.store_id, n.order_id, n.sequence
       FROM unnest($2::text[], $3::text[], $4::int[], $5::int[])
         c (store_id, order_id, sequence, attempts)
       JOIN notifications n USING (store_id, order_id, sequence)
       WHERE n.state = 'waiting' AND n.attempts = c.attempts FOR UPDATE OF n SKIP LOCKED)`,
    [
      until,
      claimed.map(({ storeId }) => storeId),
      claimed.map(({ orderId }) => orderId),
      claimed.map(({ sequence }) => String(sequence)),
      claimed.map(({ attempts }) => String(attempts)),
    ],
  )
}

/** When the store is to be told something next, if that is no later than the moment. */
export async function findNextAttempt(
  reader: Reader,
  { storeId, sandbox }: StreamKey,
  upTo: Date,
): Promise<Date | null> {
  const [row] = await reader.lookUp(
    `SELECT n.next_attempt_at FROM notifications n
       JOIN orders o ON o.store_id = n.store_id AND o.id = n.order_id
     WHERE n.store_id = $1 AND o.sandbox = $2 AND n.state = 'waiting' AND n.next_attempt_at <= $3
       AND ${OLDEST_OF_ORDER} ORDER BY n.next_attempt_at LIMIT 1`,
    [storeId, sandbox, upTo],
  )
  return row?.next_attempt_at ?? null
}

/** Who is asked: a store under one of its hosts. */
export function receiverOf({ storeId, url }: Pick<Notification, 'storeId' | 'url'>): string {
  return `${storeId}/${url.split('/')[2] ?? ''}`
}

type Progress = {
  readonly state: 'waiting' | 'delivered' | 'abandoned'
  readonly attempts: number
  readonly nextAttemptAt: Date | null
}

export function progressUpdate(notification: Notification, progress: Progress): Update {
  return {
    table: 'notifications',
    where: {
      store_id: notification.storeId,
      order_id: notification.orderId,
      sequence: notification.sequence,
    },
    set: {
      state: progress.state,
      attempts: progress.attempts,
      next_attempt_at: progress.nextAttemptAt,
    },
  }
}

export type Attempt = {
  readonly startedAt: Date
  readonly durationMs: number
  readonly status: number | null
  readonly failure: string | null
  readonly response: string | null
}

export function attemptRow(notification: Notification, attempt: Attempt): Insert {
  return {
    table: 'notification_attempts',
    rows: [
      {
        store_id: notification.storeId,
        order_id: notification.orderId,
        sequence: notification.sequence,
        number: notification.attempts + 1,
        started_at: attempt.startedAt,
        duration_ms: Math.trunc(attempt.durationMs),
        status: attempt.status,
        failure: attempt.failure,
        response: attempt.response,
      },
    ],
  }
}

function notificationOf(row: Row): Notification {
  return {
    storeId: row.store_id,
    orderId: row.order_id,
    sandbox: row.sandbox,
    sequence: row.sequence,
    id: row.id,
    kind: row.kind,
    url: row.url,
    body: row.body,
    attempts: row.attempts,
    deadline: row.deadline,
    moot: row.moot,
  }
}
