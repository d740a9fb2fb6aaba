import type { Progress } from '../../kernel/notifications/progress.ts'
import { MESSAGE, messageKeyOf, PROGRESS } from '../../kernel/notifications/store.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import type { NumberedAttempt } from '../../outbound/sending/message.ts'
import { columns, computed, select } from '../../platform/database/columns.ts'
import { countBacklog } from '../../platform/database/count-backlog.ts'
import type { Insert, Reader, Transaction } from '../../platform/database/database.ts'
import { NotFree } from '../../platform/database/shared.ts'
import { assert } from '../../platform/refusal.ts'
import type { Backlog } from '../../platform/work/backlog.ts'
import { inRealTime } from '../../tenancy/test-clocks/store.ts'

export type Notification = {
  readonly storeId: string
  readonly orderId: string
  readonly sandbox: boolean
  readonly sequence: number
  readonly id: string
  readonly kind: 'confirmation' | 'information'
  readonly url: string
  /** Under the name that the order has now, whatever it was when the message was written. */
  readonly body: string
  readonly attempts: number
  readonly deadline: Date
  /** A confirmation is moot once its order is no longer waiting for one. */
  readonly superseded: boolean
}

const DUE = MESSAGE.without('state', 'overtakenBy', 'nextAttemptAt', 'leasedUntil', 'createdAt')
  .and(columns('orders', 'o').only('sandbox', 'mid'))
  .and(
    computed<{ superseded: boolean }>({
      superseded: `(n.kind = 'confirmation' AND o.state <> 'confirmation_required')`,
    }),
  )
const FROM_DUE = `FROM notifications n
    JOIN orders o ON o.store_id = n.store_id AND o.id = n.order_id
  WHERE n.state = 'waiting' AND n.next_attempt_at <= $1`
const OLDEST_OF_ORDER = `NOT EXISTS (
  SELECT 1 FROM notifications e WHERE e.store_id = n.store_id AND e.order_id = n.order_id
    AND e.sequence < n.sequence AND e.state = 'waiting'
    AND NOT (e.kind = 'confirmation' AND o.state <> 'confirmation_required'))`
/** Messages of an older checkout of the name, or of an order that had the name earlier. */
const PREDECESSORS = `FROM notifications f WHERE f.store_id = n.store_id
  AND f.order_id <> n.order_id AND (f.overtaken_by = n.order_id OR EXISTS (
    SELECT 1 FROM earlier_mids m WHERE m.store_id = f.store_id AND m.order_id = f.order_id
      AND m.sandbox = o.sandbox AND m.mid = o.mid))`
const NONE_UNDER_WAY = `NOT EXISTS (SELECT 1 ${PREDECESSORS} AND f.leased_until > $1)`
/** As `receiverOf`. */
const RECEIVER = `n.store_id || '/' || split_part(n.url, '/', 3)`
const LOCKED = `ORDER BY n.next_attempt_at LIMIT $2 FOR UPDATE OF n SKIP LOCKED`

export function countDue(reader: Reader, now: Date): Promise<Backlog> {
  const from = `${FROM_DUE} AND ${inRealTime('o')}`
  return countBacklog(reader, { at: 'n.next_attempt_at', from }, [now])
}

/** Of one store and mode, by its own time; or of all in real time, except for some receivers. */
export type Due = { readonly store: StreamKey } | { readonly full: readonly string[] }

/**
 * The due messages, locked and skipping those locked elsewhere. Of one order only the oldest
 * waiting one, so that they arrive in order; a confirmation that is no longer awaited holds up
 * nothing.
 */
export async function lockDue(
  tx: Transaction,
  { now, limit }: { readonly now: Date; readonly limit: number },
  due: Due,
): Promise<Notification[]> {
  const [where, values] =
    'store' in due
      ? ['n.store_id = $3 AND o.sandbox = $4', [due.store.storeId, due.store.sandbox]]
      : [`${inRealTime('o')} AND ${RECEIVER} <> ALL($3::text[])`, [due.full]]
  const rows = await tx.query(
    select(DUE, `${FROM_DUE} AND ${where} AND ${OLDEST_OF_ORDER} AND ${NONE_UNDER_WAY} ${LOCKED}`),
    [now, limit, ...values],
  )
  return rows.map(({ mid, body, ...row }) => ({ ...row, body: underName(body, mid) }))
}

/**
 * Moves the ends of claims, also of messages overtaken meanwhile, but not of those that are settled
 * or being settled elsewhere.
 */
export async function renewClaims(
  reader: Reader,
  claimed: readonly Notification[],
  until: Date,
): Promise<void> {
  await reader.query(
    `UPDATE notifications
     SET leased_until = $1::timestamptz,
       next_attempt_at = CASE state WHEN 'waiting' THEN $1::timestamptz END
     WHERE (store_id, order_id, sequence) IN (
       SELECT n.store_id, n.order_id, n.sequence
       FROM unnest($2::text[], $3::text[], $4::int[], $5::int[])
         c (store_id, order_id, sequence, attempts)
       JOIN notifications n USING (store_id, order_id, sequence)
       WHERE n.leased_until IS NOT NULL AND n.attempts = c.attempts
       FOR UPDATE OF n SKIP LOCKED)`,
    [
      until,
      claimed.map(({ storeId }) => storeId),
      claimed.map(({ orderId }) => orderId),
      claimed.map(({ sequence }) => String(sequence)),
      claimed.map(({ attempts }) => String(attempts)),
    ],
  )
}

/** When the store's next notification is due, if that is no later than the moment. */
export async function findNextAttempt(
  reader: Reader,
  { storeId, sandbox }: StreamKey,
  upTo: Date,
): Promise<Date | null> {
  const [row] = await reader.lookUp(
    select(
      computed<{ dueAt: Date }>({ dueAt: 'd.due_at' }),
      `FROM (
       SELECT greatest(n.next_attempt_at, (
         SELECT max(f.leased_until) ${PREDECESSORS} AND f.leased_until IS NOT NULL)) AS due_at
       FROM notifications n JOIN orders o ON o.store_id = n.store_id AND o.id = n.order_id
       WHERE n.store_id = $1 AND o.sandbox = $2 AND n.state = 'waiting'
         AND n.next_attempt_at <= $3 AND ${OLDEST_OF_ORDER}) d
     WHERE d.due_at <= $3 ORDER BY d.due_at LIMIT 1`,
    ),
    [storeId, sandbox, upTo],
  )
  return row?.dueAt ?? null
}

/** The receiver: a store at one of its hosts. */
export function receiverOf({ storeId, url }: Pick<Notification, 'storeId' | 'url'>): string {
  return `${storeId}/${url.split('/')[2] ?? ''}`
}

const ATTEMPTED = PROGRESS.and(MESSAGE.only('attempts'))
const lockedProgress = (lock: string) =>
  select(
    ATTEMPTED,
    `FROM notifications n
     WHERE n.store_id = $1 AND n.order_id = $2 AND n.sequence = $3 ${lock}`,
  )
const PROGRESS_LOCKED = lockedProgress('FOR UPDATE')
const PROGRESS_FREE = lockedProgress('FOR UPDATE SKIP LOCKED')

/** How far the message has come, and by how many attempts, locked. */
export async function lockProgress(
  tx: Transaction,
  { storeId, orderId, sequence }: Notification,
): Promise<Progress & { readonly attempts: number }> {
  const isShared = tx.shared === true
  const key = [storeId, orderId, sequence]
  const [row] = await tx.query(isShared ? PROGRESS_FREE : PROGRESS_LOCKED, key)
  if (row === undefined && isShared) throw new NotFree()
  assert(row !== undefined, `order ${orderId} has no notification ${sequence}`)
  return row
}

export function attemptRow(notification: Notification, attempt: NumberedAttempt): Insert {
  const row = { ...messageKeyOf(notification), ...attempt }
  return { table: 'notification_attempts', rows: [row] }
}

function underName(body: string, mid: string): string {
  const view = JSON.parse(body)
  return view.mid === mid ? body : JSON.stringify({ ...view, mid })
}
