import { lockOrder, orderQueue } from '../../kernel/orders/store.ts'
import type { RowSet } from '../../platform/database/database.ts'
import { assert } from '../../platform/refusal.ts'
import type { Writing } from '../../tenancy/caller/context.ts'
import { attemptedProgress } from './progress.ts'
import {
  type Attempt,
  attemptRow,
  attemptUpdate,
  lockProgress,
  type Notification,
} from './store.ts'
import { notBookedRows } from './warnings.ts'

type Failed = {
  readonly notification: Notification
  readonly attempt: Attempt
  readonly retryAfter: Date | undefined
}

/**
 * Keeps an attempt whose answer could not be booked: tried again as one without an answer, until
 * its deadline, and told as a warning on an order that waits for it. Answers when it is next,
 * undefined: never.
 */
export function recordFailure(
  { writer, clock, ids }: Writing,
  { notification, attempt, retryAfter }: Failed,
): Promise<Date | undefined> {
  const { storeId, sandbox, orderId, deadline, kind, body } = notification
  const key = { storeId, sandbox, ref: orderId }
  return writer.transaction(orderQueue(key), async (tx) => {
    const before = await lockOrder(tx, key)
    assert(before !== undefined, `notification ${notification.id} has no order`)
    const attempts = notification.attempts + 1
    const progress = attemptedProgress({
      ...{ progress: await lockProgress(tx, notification), verdict: 'none', attempts, deadline },
      ...{ at: clock.now(), retryAfter, random: ids.fraction },
    })
    const ended = attemptUpdate(notification, progress, { attempts, body })
    const failure = 'the answer could not be booked by the service'
    const rowSets: RowSet[] = [ended, attemptRow(notification, { ...attempt, failure })]
    if (kind === 'confirmation') rowSets.push(...notBookedRows(before))
    return tx.commit(progress.nextAttemptAt ?? undefined, ...rowSets)
  })
}
