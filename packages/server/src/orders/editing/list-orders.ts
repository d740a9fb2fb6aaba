import type { StoreState } from '../../model/stores/store-state.ts'
import type { ListQuery } from '../../platform/filters/list-table.ts'
import { readListQuery } from '../../platform/filters/read-list-query.ts'
import type { Caller, Reading } from '../../tenancy/caller/context.ts'
import { findStoreState } from '../../tenancy/store-states/store.ts'
import { type ListedOrder, listOrders as listRows, orderList } from './list-store.ts'

/**
 * A page of the orders whose buyer has accepted, filtered and ordered as the URL asks, with the
 * exact count of all that fit (contract §3), and the state of the store.
 */
export async function listOrders(
  { database }: Reading,
  { store, sandbox }: Caller,
  parameters: URLSearchParams,
): Promise<{ count: number; orders: ListedOrder[]; page: ListQuery; state: StoreState }> {
  const page = readListQuery(orderList, parameters, { timeZone: store.timeZone })
  const scope = { storeId: store.id, sandbox }
  const [{ count, orders }, state] = await Promise.all([
    listRows(database, scope, page),
    findStoreState(database, scope),
  ])
  return { count, orders, page, state }
}
