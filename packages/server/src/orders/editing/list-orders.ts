import type { ListQuery } from '../../platform/filters/list-table.ts'
import { readListQuery } from '../../platform/filters/read-list-query.ts'
import type { Caller, Reading } from '../../tenancy/caller/context.ts'
import { type ListedOrder, listOrders as listRows, orderList } from './list-store.ts'

/**
 * A page of the orders whose buyer has accepted, filtered and ordered as the URL asks, with the
 * exact count of all that fit (contract §3).
 */
export async function listOrders(
  { database }: Reading,
  { store, sandbox }: Caller,
  parameters: URLSearchParams,
): Promise<{ count: number; orders: ListedOrder[]; page: ListQuery }> {
  const page = readListQuery(orderList, parameters, { timeZone: store.timeZone })
  const { count, orders } = await listRows(database, { storeId: store.id, sandbox }, page)
  return { count, orders, page }
}
