import { expiredRows } from '../checkouts/rows.ts'
import { decideMid } from '../checkouts/rules.ts'
import type { RowSet, Transaction } from '../database/database.ts'
import { getDetails } from '../details/store.ts'
import type { Decision } from '../refusal.ts'
import type { Order } from './order.ts'
import type { When } from './record.ts'
import { earlierMidRow, isEarlierMid, lockOrdersOfMid } from './store.ts'

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
  const decision = decideMid(await lockOrdersOfMid(tx, { storeId, sandbox, mid }))
  if (decision.refused !== undefined) return decision
  const rowSets: RowSet[] = [earlierMidRow(order, at)]
  for (const open of decision.plan) {
    const details = await getDetails(tx, open)
    rowSets.push(...expiredRows(open, { details, at, ids }))
  }
  return { plan: { order: { ...order, mid }, rowSets } }
}
