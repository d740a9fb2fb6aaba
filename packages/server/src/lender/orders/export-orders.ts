import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'
import { type Exporting, exportList } from '../lists/exporting.ts'
import { findOrders, lenderOrderList, readListed } from './list-store.ts'
import { lenderOrderItem } from './view.ts'

/** Nothing that names the buyer: who that is, files of people say. */
const COLUMNS = [
  ...['id', 'mid', 'store.id', 'store.name', 'customer_id', 'status', 'financing_status'],
  ...['product', 'currency.code', 'total_amount', 'captured_amount', 'voided_amount'],
  ...['refunded_amount', 'terms_version', 'created', 'confirmed', 'cancelled'],
]

/** Orders over all stores, as CSV. Refusals: `query_invalid`. */
export function exportOrders(
  { database, ...exporting }: Reading & Exporting,
  caller: LenderCaller,
  parameters: URLSearchParams,
): Promise<AsyncIterable<string>> {
  return exportList(exporting, caller, parameters, {
    ...{ list: 'orders', permission: 'loans:read', columns: COLUMNS, table: lenderOrderList },
    find: (query) => findOrders(database, caller.sandbox, query),
    read: async (ids) => (await readListed(database, ids)).map(lenderOrderItem),
  })
}
