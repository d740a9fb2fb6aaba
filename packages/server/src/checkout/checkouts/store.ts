import type { OrderDetails } from '../../kernel/details/details.ts'
import { findDetails } from '../../kernel/details/store.ts'
import { findWholeOrder, lockOrder, type OrderKey } from '../../kernel/orders/store.ts'
import type { Order } from '../../model/order/order.ts'
import { computed, select } from '../../platform/database/columns.ts'
import type { Reader, Transaction } from '../../platform/database/database.ts'
import { isId } from '../../platform/ids.ts'
import type { Milestones } from './buyers-token.ts'

/** A checkout is found by the service's id only, never by a name that its store gave. */
export async function findCheckout(
  reader: Reader,
  key: OrderKey,
): Promise<{ order: Order; details: OrderDetails } | undefined> {
  const row = isId(key.ref) ? await findWholeOrder(reader, key) : undefined
  return row?.order.id === key.ref ? row : undefined
}

export async function lockCheckout(tx: Transaction, key: OrderKey): Promise<Order | undefined> {
  const order = isId(key.ref) ? await lockOrder(tx, key) : undefined
  return order?.id === key.ref ? order : undefined
}

/** The same with its details as they are behind the lock, in one round trip. */
export async function lockWholeCheckout(
  tx: Transaction,
  key: OrderKey,
): Promise<{ order: Order; details: OrderDetails } | undefined> {
  if (!isId(key.ref)) return undefined
  const { storeId, ref: id } = key
  const [order, details] = await Promise.all([
    lockCheckout(tx, key),
    findDetails(tx, { storeId, id }),
  ])
  return order && details && { order, details }
}

const firstEvent = (condition: string): string =>
  `(SELECT e.created_at FROM events e WHERE e.store_id = $1 AND e.order_id = $2 AND ${condition}
    ORDER BY e.sequence LIMIT 1)`

const MILESTONES = computed<Milestones>({
  leftAt: firstEvent(`e.data ->> 'status_reason' <> 'in_process'`),
  endedAt: firstEvent(`e.data ->> 'financing_status' <> 'pending'`),
})

export async function findMilestones(
  reader: Reader,
  { storeId, id, state }: Pick<Order, 'storeId' | 'id' | 'state'>,
): Promise<Milestones> {
  const none = { leftAt: null, endedAt: null }
  if (state === 'in_process') return none
  return (await reader.query(select(MILESTONES, ''), [storeId, id]))[0] ?? none
}
