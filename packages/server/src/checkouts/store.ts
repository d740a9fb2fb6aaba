import type { Reader, Transaction } from '../database/database.ts'
import type { OrderDetails } from '../details/details.ts'
import { isId } from '../ids.ts'
import type { Order } from '../orders/order.ts'
import { findWholeOrder, lockOrder, type OrderKey } from '../orders/store.ts'

/** A checkout goes by the service's id only, never by a name that its store gave. */
export async function findCheckout(
  reader: Reader,
  key: OrderKey,
): Promise<{ order: Order; details: OrderDetails } | undefined> {
  const found = isId(key.ref) ? await findWholeOrder(reader, key) : undefined
  return found?.order.id === key.ref ? found : undefined
}

export async function lockCheckout(tx: Transaction, key: OrderKey): Promise<Order | undefined> {
  const order = isId(key.ref) ? await lockOrder(tx, key) : undefined
  return order?.id === key.ref ? order : undefined
}
