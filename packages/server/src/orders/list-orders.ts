import type { Caller, Reading } from '../context.ts'
import type { OrderDetails } from '../details/details.ts'
import { listDetails } from '../details/store.ts'
import { assert } from '../refusal.ts'
import type { Order } from './order.ts'
import { listOrders as listRows, type Page } from './store.ts'

export type ListedOrder = { readonly order: Order; readonly details: OrderDetails }

/** A page of the orders whose buyer has accepted, newest first, with the exact count of all. */
export async function listOrders(
  { database }: Reading,
  { store, sandbox }: Caller,
  page: Page,
): Promise<{ count: number; orders: ListedOrder[] }> {
  const { count, orders } = await listRows(database, { storeId: store.id, sandbox }, page)
  const ids = orders.map((order) => order.id)
  const found = await listDetails(database, store.id, ids)
  const listed = orders.map((order) => {
    const details = found.get(order.id)
    assert(details !== undefined, `order ${order.id} has no details`)
    return { order, details }
  })
  return { count, orders: listed }
}
