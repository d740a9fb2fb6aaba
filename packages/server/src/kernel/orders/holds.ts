import type { Order } from '../../model/order/order.ts'
import type { Update } from '../../platform/database/database.ts'

/** Whatever of an order is held is given back: who ends an order need not know what that is. */
export function holdsReleased(order: Pick<Order, 'id' | 'storeId'>, at: Date): Update {
  return {
    table: 'payments',
    where: { storeId: order.storeId, orderId: order.id, state: 'held' },
    set: { state: 'releasing', askAt: at },
    any: true,
  }
}
