import type { Caller, Writing } from '../context.ts'
import type { Order } from '../orders/order.ts'
import { recordOperation } from '../orders/record.ts'
import { lockOrder, orderQueue } from '../orders/store.ts'
import { existing, Refused } from '../refusal.ts'

/**
 * The buyer leaves without signing. The checkout stays open until its time is over: he may come
 * back.
 */
export function dismissCheckout(
  { writer, clock, ids }: Writing,
  { store, sandbox }: Caller,
  checkoutId: string,
): Promise<Order> {
  const key = { storeId: store.id, sandbox, ref: checkoutId }
  return writer.transaction(orderQueue(key), async (tx) => {
    const before = existing(await lockOrder(tx, key), 'checkout', checkoutId)
    if (before.state !== 'in_process') {
      throw new Refused('checkout_finished', { values: { state: before.state } })
    }
    const { order, rowSets } = recordOperation({
      before,
      after: before,
      at: clock.now(),
      ids,
      event: 'checkout.updated',
      effectId: ids.next(),
    })
    return tx.commit(order, ...rowSets)
  })
}
