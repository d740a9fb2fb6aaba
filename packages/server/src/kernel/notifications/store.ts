/** The rows of messages to a store, as far as operations on orders change them. */
import { columns, type Entity, select } from '../../platform/database/columns.ts'
import type { Transaction, Update } from '../../platform/database/database.ts'
import type { Progress } from './progress.ts'

type Message = Entity<'notifications'>
type MessageKey = Pick<Message, 'storeId' | 'orderId' | 'sequence'>

export const MESSAGE = columns('notifications', 'n')
export const PROGRESS = MESSAGE.only('state', 'nextAttemptAt', 'leasedUntil', 'overtakenBy')

export const messageKeyOf = ({ storeId, orderId, sequence }: MessageKey): MessageKey => {
  return { storeId, orderId, sequence }
}

/**
 * The messages about orders that have ended under the name, locked: those that no newer checkout
 * has overtaken, and those with an attempt under way. The caller has locked the name.
 */
export function lockOfEnded(
  tx: Transaction,
  { storeId, sandbox, mid }: { storeId: string; sandbox: boolean; mid: string },
  now: Date,
): Promise<(MessageKey & Progress)[]> {
  return tx.query(
    select(
      MESSAGE.only('storeId', 'orderId', 'sequence').and(PROGRESS),
      `FROM orders o JOIN notifications n ON n.store_id = o.store_id AND n.order_id = o.id
       WHERE o.store_id = $1 AND o.sandbox = $2 AND o.mid = $3 AND o.state = 'ko'
         AND (n.overtaken_by IS NULL OR n.leased_until > $4)
       ORDER BY n.order_id, n.sequence FOR UPDATE OF n`,
    ),
    [storeId, sandbox, mid, now],
  )
}

/** With what changes beside it when an attempt ends or begins. */
export function progressUpdate(
  message: MessageKey,
  { state, nextAttemptAt, leasedUntil, overtakenBy }: Progress,
  beside: Partial<Pick<Message, 'attempts' | 'body'>> = {},
): Update {
  const set = { state, nextAttemptAt, leasedUntil, overtakenBy, ...beside }
  return { table: 'notifications', where: messageKeyOf(message), set }
}
