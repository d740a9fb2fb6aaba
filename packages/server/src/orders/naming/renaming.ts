import type { When } from '../../kernel/orders/record.ts'
import { earlierMidRow, isEarlierMid } from '../../kernel/orders/store.ts'
import type { Order } from '../../model/order/order.ts'
import type { RowSet, Transaction } from '../../platform/database/database.ts'
import type { Decision } from '../../platform/refusal.ts'
import { claimMid } from './replacing.ts'

export type Renamed = { readonly order: Order; readonly rowSets: RowSet[] }

/**
 * The order under another name of its store's, which the caller has locked. As a new checkout does,
 * it takes the name only when no other order holds it, and ends a checkout of that name that nobody
 * has signed. The name that it has, one that it had and the service's own id change nothing.
 * Refusal: `order_id_used`.
 */
export async function renamed(
  tx: Transaction,
  order: Order,
  { mid, at, ids }: When & { readonly mid: string },
): Promise<Decision<Renamed>> {
  const own = mid === order.mid || mid === order.id || (await isEarlierMid(tx, order, mid))
  if (own) return { plan: { order, rowSets: [] } }
  const { storeId, sandbox } = order
  const taken = await claimMid(tx, { storeId, sandbox, mid, orderId: order.id, at, ids })
  if (taken.refused !== undefined) return taken
  return { plan: { order: { ...order, mid }, rowSets: [earlierMidRow(order, at), ...taken.plan] } }
}
