import type { Caller, Reading } from '../context.ts'
import type { Order } from '../orders/order.ts'
import { findOrder } from '../orders/store.ts'
import { existing } from '../refusal.ts'
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
