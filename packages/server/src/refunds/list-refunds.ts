import type { Caller, Reading } from '../context.ts'
import type { Order } from '../orders/order.ts'
import { findOrder } from '../orders/store.ts'
import { Refused } from '../refusal.ts'
import type { Refund } from './refund.ts'
import { listRefunds as listRows } from './store.ts'

/** All refunds of an order, on both levels, oldest first. */
export async function listRefunds(
  { database }: Reading,
  { store, sandbox }: Caller,
  ref: string,
): Promise<{ order: Order; refunds: readonly Refund[] }> {
  const order = await findOrder(database, { storeId: store.id, sandbox, ref })
  if (!order) throw new Refused('order_not_found', { fields: { order__id: ref } })
  return { order, refunds: await listRows(database, order) }
}
