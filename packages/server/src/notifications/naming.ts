import { expiredRows } from '../checkouts/rows.ts'
import { decideMid } from '../checkouts/rules.ts'
import type { RowSet, Transaction } from '../database/database.ts'
import { getDetails } from '../details/store.ts'
import type { Ids } from '../ids.ts'
import type { Order } from '../orders/order.ts'
import { earlierMidRow, lockOrdersOfMid } from '../orders/store.ts'

export type Naming = {
  /** The name that the store gives; null: what it sent cannot be one; absent: none. */
  readonly mid: string | null | undefined
  readonly at: Date
  readonly ids: Ids
}

/**
 * The order under the name that its store gives it with the confirmation (contract §6). As a new
 * checkout does, it takes the name only when nobody holds it, and ends a checkout of that name that
 * nobody has signed; the caller has locked the name. What cannot be is a warning: the confirmation
 * counts all the same.
 */
export async function namedByStore(
  tx: Transaction,
  order: Order,
  { mid, at, ids }: Naming,
): Promise<{ order: Order; rowSets: RowSet[] }> {
  if (mid === undefined || mid === order.mid) return { order, rowSets: [] }
  if (mid === null) return keeping(order, 'is no name of 1 to 128 characters')
  const { storeId, sandbox } = order
  const others = await lockOrdersOfMid(tx, { storeId, sandbox, mid })
  const decision = decideMid(others)
  if (decision.refused !== undefined) {
    return keeping(order, `${mid} is the name of another order`)
  }
  const rowSets: RowSet[] = [earlierMidRow(order, at)]
  for (const open of decision.plan) {
    const details = await getDetails(tx, open)
    rowSets.push(...expiredRows(open, { details, at, ids }))
  }
  return { order: { ...order, mid }, rowSets }
}

function keeping(order: Order, why: string): { order: Order; rowSets: RowSet[] } {
  const warning = `the order keeps its name: the order_id that the store answered ${why}`
  return { order: { ...order, warnings: [...order.warnings, warning] }, rowSets: [] }
}
