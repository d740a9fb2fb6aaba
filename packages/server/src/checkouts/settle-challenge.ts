import type { Caller, Writing } from '../context.ts'
import { getDetails } from '../details/store.ts'
import type { Order } from '../orders/order.ts'
import { orderQueue } from '../orders/store.ts'
import { accept, existing } from '../refusal.ts'
import { movedRows } from './rows.ts'
import { type Check, decideCheck, minutesAfter } from './rules.ts'
import { lockCheckout } from './store.ts'

export type SettleInput = { readonly checkoutId: string; readonly check: Check }

/** The identity check of a signed order is passed or failed (contract §5). */
export function settleChallenge(
  { writer, clock, ids }: Writing,
  { store, sandbox }: Caller,
  { checkoutId, check }: SettleInput,
): Promise<Order> {
  const key = { storeId: store.id, sandbox, ref: checkoutId }
  return writer.transaction(orderQueue(key), async (tx) => {
    const before = existing(await lockCheckout(tx, key), 'checkout', checkoutId)
    const at = clock.now()
    const confirmBy = minutesAfter(at, store.settings.confirmation_timeout)
    const after = accept(decideCheck(before, check, { at, confirmBy }))
    const details = await getDetails(tx, before)
    const { order, rowSets } = movedRows(before, [after], { details, at, ids })
    return tx.commit(order, ...rowSets)
  })
}
