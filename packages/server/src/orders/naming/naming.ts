import type { Order } from '../../model/order/order.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Ids } from '../../platform/ids.ts'
import { type Renamed, renamed } from './renaming.ts'

type Naming = {
  /** The name that the store gives; null: it sent an invalid one; absent: none. */
  readonly mid: string | null | undefined
  readonly at: Date
  readonly ids: Ids
}

/**
 * The order under the name that its store gives it with the confirmation (contract §6); the caller
 * has locked the name. What cannot be is a warning: the confirmation counts all the same.
 */
export async function namedByStore(
  tx: Transaction,
  order: Order,
  { mid, at, ids }: Naming,
): Promise<Renamed> {
  if (mid === undefined) return { order, rowSets: [] }
  if (mid === null) return keeping(order, 'is no name of 1 to 128 characters')
  const decision = await renamed(tx, order, { mid, at, ids })
  if (decision.refused === undefined) return decision.plan
  return keeping(order, `${mid} is the name of another order`)
}

function keeping(order: Order, why: string): Renamed {
  const warning = `the order keeps its name: the order_id that the store answered ${why}`
  return { order: { ...order, warnings: [...order.warnings, warning] }, rowSets: [] }
}
