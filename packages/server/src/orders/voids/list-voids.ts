import { findOrder } from '../../kernel/orders/store.ts'
import type { Order } from '../../model/order/order.ts'
import { existing } from '../../platform/refusal.ts'
import type { Caller, Reading } from '../../tenancy/caller/context.ts'
import { listVoids as listRows } from './store.ts'
import type { Void } from './void.ts'

/** All voids of an order, oldest first. */
export async function listVoids(
  { database }: Reading,
  { store, sandbox }: Caller,
  ref: string,
): Promise<{ order: Order; voids: readonly Void[] }> {
  const order = existing(
    await findOrder(database, { storeId: store.id, sandbox, ref }),
    'order',
    ref,
  )
  return { order, voids: await listRows(database, order) }
}
