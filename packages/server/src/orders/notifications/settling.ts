import { progressUpdate } from '../../kernel/notifications/store.ts'
import { lockOrder, orderQueue } from '../../kernel/orders/store.ts'
import type { Attempt } from '../../outbound/sending/message.ts'
import type { RowSet, Transaction } from '../../platform/database/database.ts'
import { Written } from '../../platform/database/database.ts'
import { assert } from '../../platform/refusal.ts'
import type { Writing } from '../../tenancy/caller/context.ts'
import type { StoreAnswer } from '../confirmation/answer.ts'
import { confirmOrder, type Taken } from '../confirmation/confirm-order.ts'
import { attemptedProgress } from './progress.ts'
import { attemptRow, lockProgress, type Notification } from './store.ts'

export type Settling = StoreAnswer & {
  readonly notification: Notification
  readonly attempt: Attempt
  readonly retryAfter: Date | undefined
}

/**
 * Stores an attempt and its consequences: an answer to the confirmation decides the order in the
 * same transaction. Returns the time of the next attempt; null: there is none.
 */
export async function settleAttempt(
  writing: Writing,
  { notification, attempt, retryAfter, ...answer }: Settling,
): Promise<Date | null> {
  const { storeId, sandbox, orderId, deadline, body } = notification
  let next: Date | null = null
  const beside = async (tx: Transaction) => {
    const locked = await lockProgress(tx, notification)
    return ({ at, verdict }: Taken): RowSet[] => {
      const attempts = locked.attempts + 1
      const isLate = locked.attempts !== notification.attempts
      const progress = attemptedProgress({
        ...{ progress: locked, isLate, verdict, attempts, at, deadline },
        ...{ retryAfter, random: writing.ids.fraction },
      })
      next = progress.nextAttemptAt
      const ended = progressUpdate(notification, progress, { attempts, body })
      return [ended, attemptRow(notification, { ...attempt, number: attempts })]
    }
  }
  if (notification.kind === 'confirmation') {
    await confirmOrder(writing, { storeId, sandbox, orderId, answer, beside })
    return next
  }
  const { writer, clock } = writing
  const key = { storeId, sandbox, ref: orderId }
  const settle = async (tx: Transaction) => {
    const [order, rowsAt] = await Promise.all([lockOrder(tx, key), beside(tx)])
    assert(order !== undefined, `notification ${notification.id} has no order`)
    const rowSets = rowsAt({ at: clock.now(), verdict: answer.verdict })
    return tx.commit(next, Written.technically('attempt', ...rowSets))
  }
  return writer.transaction(orderQueue(key), settle, { shares: true })
}
