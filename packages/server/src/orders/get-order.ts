import type { Caller, Reading } from '../context.ts'
import type { OrderDetails } from '../details/details.ts'
import { Refused } from '../refusal.ts'
import type { Order } from './order.ts'
import { findWholeOrder } from './store.ts'

/** An order with what the store sent, in any state, by either of its ids. */
export async function getOrder(
  { database }: Reading,
  { store, sandbox }: Caller,
  ref: string,
): Promise<{ order: Order; details: OrderDetails }> {
  const found = await findWholeOrder(database, { storeId: store.id, sandbox, ref })
  if (!found) throw new Refused('order_not_found', { fields: { order__id: ref } })
  return found
}
