import type { Caller, Reading } from '../context.ts'
import type { OrderDetails } from '../details/details.ts'
import { existing } from '../refusal.ts'
import type { Order } from './order.ts'
import { findWholeOrder } from './store.ts'

/** An order with what the store sent, in any state, by either of its ids. */
export async function getOrder(
  { database }: Reading,
  { store, sandbox }: Caller,
  ref: string,
): Promise<{ order: Order; details: OrderDetails }> {
  const key = { storeId: store.id, sandbox, ref }
  return existing(await findWholeOrder(database, key), 'order', ref)
}
