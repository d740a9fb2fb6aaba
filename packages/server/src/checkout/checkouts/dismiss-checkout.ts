import { recordOperation } from '../../kernel/orders/record.ts'
import { orderQueue } from '../../kernel/orders/store.ts'
import { decideOpen } from '../../model/order/moves.ts'
import type { Order } from '../../model/order/order.ts'
import { accept, existing } from '../../platform/refusal.ts'
import { actedOn } from '../../tenancy/actions/acted.ts'
import type { Caller, Writing } from '../../tenancy/caller/context.ts'
import { lockCheckout } from './store.ts'

/**
 * The buyer leaves without signing. The checkout stays open until it expires: they may come
 * back.
 */
export function dismissCheckout(
  { writer, clock, ids, acting }: Writing,
  { store, sandbox }: Caller,
  checkoutId: string,
): Promise<Order> {
  const key = { storeId: store.id, sandbox, ref: checkoutId }
  return writer.transaction(orderQueue(key), async (tx) => {
    const before = existing(await lockCheckout(tx, key), 'checkout', checkoutId)
    const at = clock.now()
    accept(decideOpen(before, at))
    const { order, rowSets } = recordOperation({
      before,
      after: before,
      at,
      ids,
      event: 'checkout.updated',
      effectId: ids.next(),
    })
    return tx.commit(order, actedOn({ acting, ids }, order, 'checkout.dismiss', ...rowSets))
  })
}
