/** The rows of messages to a store, as far as operations on orders change them. */
import type { Row, Transaction, Update } from '../../platform/database/database.ts'
import type { Progress } from './progress.ts'

export type MessageKey = {
  readonly storeId: string
  readonly orderId: string
  readonly sequence: number
}

export const messageKeyOf = ({ storeId, orderId, sequence }: MessageKey) => ({
  store_id: storeId,
  order_id: orderId,
  sequence,
})

/**
 * The messages about orders that have ended under the name, locked: those that no newer checkout
 * has overtaken, and those with an attempt under way. The caller has locked the name.
 */
export async function lockOfEnded(
  tx: Transaction,
  { storeId, sandbox, mid }: { storeId: string; sandbox: boolean; mid: string },
  now: Date,
): Promise<(MessageKey & Progress)[]> {
  const rows = await tx.query(
    `SELECT n.store_id, n.order_id, n.sequence, n.state, n.next_attempt_at, n.leased_until,
       n.overtaken_by
     FROM orders o JOIN notifications n ON n.store_id = o.store_id AND n.order_id = o.id
     WHERE o.store_id = $1 AND o.sandbox = $2 AND o.mid = $3 AND o.state = 'ko'
       AND (n.overtaken_by IS NULL OR n.leased_until > $4)
     ORDER BY n.order_id, n.sequence FOR UPDATE OF n`,
    [storeId, sandbox, mid, now],
  )
  return rows.map((row) => ({
    storeId: row.store_id,
    orderId: row.order_id,
    sequence: row.sequence,
    ...progressOf(row),
  }))
}

export function progressUpdate(message: MessageKey, progress: Progress): Update {
  return { table: 'notifications', where: messageKeyOf(message), set: progressColumns(progress) }
}

export const progressColumns = (progress: Progress) => ({
  state: progress.state,
  next_attempt_at: progress.nextAttemptAt,
  leased_until: progress.leasedUntil,
  overtaken_by: progress.overtakenBy,
})

export const progressOf = (row: Row): Progress => ({
  state: row.state,
  nextAttemptAt: row.next_attempt_at,
  leasedUntil: row.leased_until,
  overtakenBy: row.overtaken_by,
})
