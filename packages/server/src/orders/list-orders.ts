import type { Caller, Reading } from '../context.ts'
import type { Order } from './order.ts'
import { listOrders as listRows, type Page } from './store.ts'

/** A page of the orders whose buyer has accepted, newest first, with the exact count of all. */
export function listOrders(
  { database }: Reading,
  { store, sandbox }: Caller,
  page: Page,
): Promise<{ count: number; orders: Order[] }> {
  return listRows(database, { storeId: store.id, sandbox }, page)
}
