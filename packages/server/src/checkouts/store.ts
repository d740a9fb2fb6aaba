import type { Reader } from '../database/database.ts'
import type { OrderDetails } from '../details/details.ts'
import { isId } from '../ids.ts'
import type { Order } from '../orders/order.ts'
import { findWholeOrder, type OrderKey } from '../orders/store.ts'

/** A checkout goes by the service's id only, never by the store's own. */
export async function findCheckout(
  reader: Reader,
  key: OrderKey,
): Promise<{ order: Order; details: OrderDetails } | undefined> {
  return isId(key.ref) ? findWholeOrder(reader, key) : undefined
}
