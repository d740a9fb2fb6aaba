import type { Cents } from '@svc/api'
import { loadLoan } from '../../credit/loans/load.ts'
import { listCaptures } from '../../kernel/captures/store.ts'
import { changeOrder } from '../../kernel/orders/store.ts'
import type { Order } from '../../model/order/order.ts'
import { accept } from '../../platform/refusal.ts'
import { actedOn } from '../../tenancy/actions/acted.ts'
import type { Caller, Writing } from '../../tenancy/caller/context.ts'
import { recordRefund } from './record.ts'
import type { Refund } from './refund.ts'
import { refundRows } from './rows.ts'
import { decideOrderRefund } from './rules.ts'
import { listRefunds } from './store.ts'

type RefundOrderInput = { readonly ref: string; readonly amount: Cents }

/**
 * Refunds an amount of the order: from its captures, oldest first, then from the uncaptured part.
 */
export function refundOrder(
  { writer, clock, ids, acting }: Writing,
  { store, sandbox }: Caller,
  { ref, amount }: RefundOrderInput,
): Promise<{ order: Order; refunds: readonly Refund[] }> {
  const key = { storeId: store.id, sandbox, ref, power: 'open' } as const
  return changeOrder(writer, key, async (tx, before) => {
    const captures = await listCaptures(tx, before)
    const earlier = await listRefunds(tx, before)
    const at = clock.now()
    const plan = accept(decideOrderRefund(before, captures, { amount, at }))
    const id = ids.next()
    const loaded = await loadLoan(tx, before, { at, ids })
    const { order, sequence, reductions, rowSets } = recordRefund(loaded, {
      ...{ before, plan, id, amount, at, ids },
    })
    const written = refundRows({
      order,
      pieces: plan.pieces,
      fromUncaptured: plan.fromUncaptured,
      reductions,
      origin: 'order',
      id,
      sequence,
      at,
      timeZone: loaded.loan.timeZone,
      ids,
    })
    const refunds = [...earlier, written.refund]
    const rows = [...rowSets, ...written.rowSets]
    return tx.commit({ order, refunds }, actedOn({ acting, ids }, order, 'order.refund', ...rows))
  })
}
