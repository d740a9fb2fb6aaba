import { findOrder } from '../../kernel/orders/store.ts'
import type { Order } from '../../model/order/order.ts'
import { existing } from '../../platform/refusal.ts'
import type { Caller, Reading } from '../../tenancy/caller/context.ts'
import type { Refund } from './refund.ts'
import { listRefunds as listRows } from './store.ts'

/** All refunds of an order, on both levels, oldest first. */
export async function listRefunds(
  { database }: Reading,
  { store, sandbox }: Caller,
  ref: string,
): Promise<{ order: Order; refunds: readonly Refund[] }> {
  const order = existing(
    await findOrder(database, { storeId: store.id, sandbox, ref }),
    'order',
    ref,
  )
  return { order, refunds: await listRows(database, order) }
}
