import type { Cents } from '@svc/api'
import { loadLoan, recordOnLoan } from '../../credit/loans/load.ts'
import { changeOrder } from '../../kernel/orders/store.ts'
import { reduceDebt } from '../../model/loan/debt.ts'
import type { Order } from '../../model/order/order.ts'
import { accept } from '../../platform/refusal.ts'
import { actedOn } from '../../tenancy/actions/acted.ts'
import type { Caller, Writing } from '../../tenancy/caller/context.ts'
import { decideVoid } from './rules.ts'
import { listVoids, voidRow } from './store.ts'
import type { Void } from './void.ts'

type VoidInput = { readonly ref: string; readonly amount: Cents }

/** Reduces the credit by an amount that will never be captured. */
export function voidOrder(
  { writer, clock, ids, acting }: Writing,
  { store, sandbox }: Caller,
  { ref, amount }: VoidInput,
): Promise<{ order: Order; voids: readonly Void[] }> {
  const key = { storeId: store.id, sandbox, ref, power: 'open' } as const
  return changeOrder(writer, key, async (tx, before) => {
    const earlier = await listVoids(tx, before)
    const at = clock.now()
    const after = accept(decideVoid(before, amount, at))
    const id = ids.next()
    const loaded = await loadLoan(tx, before, { at, ids })
    const { today } = loaded
    const cancels = after.state === 'cancelled'
    const piece = { from: 'uncaptured', amount, sourceId: id } as const
    const { postings, step } = reduceDebt(loaded.loan, [piece], { today, cancels })
    const { order, sequence, rowSets } = recordOnLoan(loaded, { before, at, ids }, () => ({
      after,
      event: 'order.voided',
      effectId: id,
      amount,
      entry: { kind: 'void', postings },
      step,
    }))
    const voided: Void = { id, sequence, amount, origin: 'store', createdAt: at }
    const outcome = { order, voids: [...earlier, voided] }
    const rows = [...rowSets, voidRow(order, voided)]
    return tx.commit(outcome, actedOn({ acting, ids }, order, 'order.void', ...rows))
  })
}
