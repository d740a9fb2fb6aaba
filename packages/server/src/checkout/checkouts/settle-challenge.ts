import { getDetails } from '../../kernel/details/store.ts'
import { movedRows } from '../../kernel/orders/rows.ts'
import { orderQueue } from '../../kernel/orders/store.ts'
import type { Order } from '../../model/order/order.ts'
import { accept, existing } from '../../platform/refusal.ts'
import { actedOn } from '../../tenancy/actions/acted.ts'
import type { Caller, Writing } from '../../tenancy/caller/context.ts'
import { type Check, decideCheck, minutesAfter } from './rules.ts'
import { lockCheckout } from './store.ts'

type SettleInput = { readonly checkoutId: string; readonly check: Check }

/** The identity check of a signed order is passed or failed (contract §5). */
export function settleChallenge(
  { writer, clock, ids, acting }: Writing,
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
    const name = 'checkout.settle_challenge'
    return tx.commit(order, actedOn({ acting, ids }, order, name, ...rowSets))
  })
}
