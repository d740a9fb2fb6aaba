import type { Cents } from '@svc/api'
import type { Caller, Writing } from '../context.ts'
import { uncapturedPostings } from '../ledger/rules.ts'
import type { Order } from '../orders/order.ts'
import { recordOperation } from '../orders/record.ts'
import { lockOrder, orderQueue } from '../orders/store.ts'
import { accept, existing } from '../refusal.ts'
import { decideVoid } from './rules.ts'
import { listVoids, voidRow } from './store.ts'
import type { Void } from './void.ts'

export type VoidInput = { readonly ref: string; readonly amount: Cents }

/** Reduces the credit by an amount that will never be captured. */
export function voidOrder(
  { writer, clock, ids }: Writing,
  { store, sandbox }: Caller,
  { ref, amount }: VoidInput,
): Promise<{ order: Order; voids: readonly Void[] }> {
  const key = { storeId: store.id, sandbox, ref }
  return writer.transaction(orderQueue(key), async (tx) => {
    const before = existing(await lockOrder(tx, key), 'order', ref)
    const earlier = await listVoids(tx, before)
    const at = clock.now()
    const after = accept(decideVoid(before, amount, at))
    const voided: Void = {
      id: ids.next(),
      sequence: before.eventSequence + 1,
      amount,
      origin: 'store',
      createdAt: at,
    }
    const { order, rowSets } = recordOperation({
      before,
      after,
      at,
      ids,
      event: 'order.voided',
      effectId: voided.id,
      amount,
      entry: { kind: 'void', postings: uncapturedPostings(before.product, amount) },
    })
    const outcome = { order, voids: [...earlier, voided] }
    return tx.commit(outcome, ...rowSets, voidRow(order, voided))
  })
}
