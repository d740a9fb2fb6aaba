import { loadLoan, recordOnLoan } from '../../credit/loans/load.ts'
import { recordOperation } from '../../kernel/orders/record.ts'
import { lockOrder, orderQueue } from '../../kernel/orders/store.ts'
import { reduceDebt } from '../../model/loan/debt.ts'
import type { DueOrder } from '../../model/order/order.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import { actedOn } from '../../tenancy/actions/acted.ts'
import type { Writing } from '../../tenancy/caller/context.ts'
import { holdStoreState } from '../../tenancy/store-states/store.ts'
import { voidRow } from '../voids/store.ts'
import type { Void } from '../voids/void.ts'
import { decideLapse } from './rules.ts'

/**
 * Announces that the uncaptured part of an order will lapse, or voids it, whichever is due; does
 * nothing if neither is.
 */
export function lapseOrder(
  { writer, clock, ids, acting }: Writing,
  { storeId, sandbox, id }: DueOrder,
): Promise<void> {
  const key = { storeId, sandbox, ref: id }
  return writer.transaction(orderQueue(key), async (tx) => {
    const before = await lockOrder(tx, key)
    const at = clock.now()
    const plan = before === undefined ? undefined : decideLapse(before, at)
    if (before === undefined || plan === undefined) return tx.commit(undefined)
    // Meanwhile deadlines stand still.
    if (!(await holdStoreState(tx, key)).captures) return tx.commit(undefined)
    const { order: after, voided: amount } = plan
    const effectId = ids.next()
    const recording = { before, after, at, ids, effectId }
    if (amount === 0) {
      const more = { capture_before: utcMicros(plan.captureBefore) }
      const { rowSets } = recordOperation({ ...recording, event: 'order.lapsing', more })
      const announced = actedOn({ acting, ids }, before, 'order.announce_lapse', ...rowSets)
      return tx.commit(undefined, announced)
    }
    const loaded = await loadLoan(tx, before, { at, ids })
    const piece = { from: 'uncaptured', amount, sourceId: effectId } as const
    const how = { today: loaded.today, cancels: after.state === 'cancelled' }
    const { postings, step } = reduceDebt(loaded.loan, [piece], how)
    const { order, sequence, rowSets } = recordOnLoan(loaded, { before, at, ids }, () => ({
      after,
      event: 'order.lapsed',
      effectId,
      amount,
      entry: { kind: 'void', postings },
      step,
    }))
    const voided: Void = { id: effectId, sequence, amount, origin: 'lapse', createdAt: at }
    const rows = [...rowSets, voidRow(order, voided)]
    return tx.commit(undefined, actedOn({ acting, ids }, order, 'order.lapse', ...rows))
  })
}
