import type { Writing } from '../context.ts'
import { utcMicros } from '../dates.ts'
import { uncapturedPostings } from '../ledger/rules.ts'
import { recordOperation } from '../orders/record.ts'
import { type DueOrder, lockOrder, orderQueue } from '../orders/store.ts'
import { voidRow } from '../voids/store.ts'
import type { Void } from '../voids/void.ts'
import { decideLapse } from './rules.ts'

/**
 * Announces that what is not captured of an order will lapse, or voids it, whichever is due;
 * nothing happens when neither is.
 */
export function lapseOrder(
  { writer, clock, ids }: Writing,
  { storeId, sandbox, id }: DueOrder,
): Promise<void> {
  const key = { storeId, sandbox, ref: id }
  return writer.transaction(orderQueue(key), async (tx) => {
    const before = await lockOrder(tx, key)
    const at = clock.now()
    const plan = before === undefined ? undefined : decideLapse(before, at)
    if (before === undefined || plan === undefined) return tx.commit(undefined)
    const { order: after, voided: amount } = plan
    const effectId = ids.next()
    const recording = { before, after, at, ids, effectId }
    if (amount === 0) {
      const more = { capture_before: utcMicros(plan.captureBefore) }
      const { rowSets } = recordOperation({ ...recording, event: 'order.lapsing', more })
      return tx.commit(undefined, ...rowSets)
    }
    const { order, rowSets } = recordOperation({
      ...recording,
      event: 'order.lapsed',
      amount,
      entry: { kind: 'void', postings: uncapturedPostings(before.product, amount) },
    })
    const voided: Void = {
      id: effectId,
      sequence: before.eventSequence + 1,
      amount,
      origin: 'lapse',
      createdAt: at,
    }
    return tx.commit(undefined, ...rowSets, voidRow(order, voided))
  })
}
