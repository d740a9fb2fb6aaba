import { loanRows } from '../../kernel/loans/store.ts'
import { lockOrder, orderQueue } from '../../kernel/orders/store.ts'
import type { DueOrder } from '../../model/order/order.ts'
import type { Writing } from '../../tenancy/caller/context.ts'
import { loadLoan } from './load.ts'

/**
 * Opens the loan of an order that was confirmed before there were loans; nothing happens where it
 * has one by now.
 */
export function openEarlierLoan(
  { writer, clock, ids }: Writing,
  { storeId, sandbox, id }: DueOrder,
): Promise<void> {
  const key = { storeId, sandbox, ref: id }
  return writer.transaction(orderQueue(key), async (tx) => {
    const order = await lockOrder(tx, key)
    if (order?.state !== 'confirmed') return tx.commit(undefined)
    const { stored, loan } = await loadLoan(tx, order, { at: clock.now(), ids })
    if (stored !== undefined) return tx.commit(undefined)
    return tx.commit(undefined, ...loanRows({ before: undefined, after: loan }))
  })
}
