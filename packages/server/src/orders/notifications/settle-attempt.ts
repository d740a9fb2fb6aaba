import { openingOf } from '../../credit/loans/agree.ts'
import type { OrderDetails } from '../../kernel/details/details.ts'
import { detailsUpdate, getDetails } from '../../kernel/details/store.ts'
import { informationRow } from '../../kernel/notifications/outbox.ts'
import { recordOperation, type When } from '../../kernel/orders/record.ts'
import { lockMid, lockOrder, orderQueue } from '../../kernel/orders/store.ts'
import { decideMove } from '../../model/order/moves.ts'
import type { Order } from '../../model/order/order.ts'
import type { RowSet } from '../../platform/database/database.ts'
import { accept, assert } from '../../platform/refusal.ts'
import type { Writing } from '../../tenancy/caller/context.ts'
import { recordConfirmation } from '../editing/confirmation.ts'
import { namedByStore } from '../naming/naming.ts'
import type { StoreAnswer } from './answer.ts'
import { attemptedProgress } from './progress.ts'
import {
  type Attempt,
  attemptRow,
  attemptUpdate,
  lockProgress,
  type Notification,
} from './store.ts'
import { refusedRows } from './warnings.ts'

export type Settling = StoreAnswer & {
  readonly notification: Notification
  readonly attempt: Attempt
  readonly retryAfter: Date | undefined
}

/**
 * Keeps an attempt and what follows from it: the store's confirmation decides the order in the same
 * transaction.
 */
export function settleAttempt({ writer, clock, ids }: Writing, settling: Settling): Promise<void> {
  const { notification, attempt, verdict, retryAfter, mid, reason } = settling
  const { storeId, sandbox, orderId } = notification
  const key = { storeId, sandbox, ref: orderId }
  return writer.transaction(orderQueue(key), async (tx) => {
    // Before the order's row, as for a new checkout of that name.
    if (typeof mid === 'string') await lockMid(tx, { storeId, sandbox, mid })
    const before = await lockOrder(tx, key)
    assert(before !== undefined, `notification ${notification.id} has no order`)
    const at = clock.now()
    const decides = notification.kind === 'confirmation' && isAwaited(before, at)
    const attempts = notification.attempts + 1
    const { deadline, body } = notification
    const progress = attemptedProgress({
      ...{ progress: await lockProgress(tx, notification), verdict, attempts, at, deadline },
      ...{ retryAfter, random: ids.fraction },
    })
    const ended = attemptUpdate(notification, progress, { attempts, body })
    const rowSets: RowSet[] = [ended, attemptRow(notification, attempt)]
    if (decides && verdict === 'none') rowSets.push(...refusedRows(before, attempt.status))
    if (decides && verdict !== 'none') {
      const move = verdict === 'ok' ? 'confirmed_by_store' : 'rejected_by_store'
      const moved = accept(decideMove(before, move, { at, expiresAt: null }))
      const named = await namedByStore(tx, moved, { mid, at, ids })
      const details = await getDetails(tx, before)
      const deciding = { before, after: named.order, details }
      const decided = decidedOrder(deciding, { at, ids })
      const told = informationRow(decided.order, details, { at, ids })
      rowSets.push(...decided.rowSets, told, ...named.rowSets)
      if (reason !== undefined) rowSets.push(detailsUpdate(before, { rejectionReason: reason }))
    }
    return tx.commit(undefined, ...rowSets)
  })
}

/** An answer after the deadline decides nothing, also while the order has not been ended yet. */
function isAwaited({ state, expiresAt }: Order, at: Date): boolean {
  return state === 'confirmation_required' && (expiresAt === null || at < expiresAt)
}

type Deciding = {
  readonly before: Order
  readonly after: Order
  readonly details: OrderDetails
}

function decidedOrder({ before, after, details }: Deciding, { at, ids }: When) {
  if (after.state === 'confirmed') {
    const opening = openingOf(before, details, at)
    const { signedHash } = details
    return recordConfirmation({ before, confirmed: after, opening, signedHash }, { at, ids })
  }
  return recordOperation({
    before,
    after,
    at,
    ids,
    event: 'checkout.updated',
    effectId: ids.next(),
  })
}
