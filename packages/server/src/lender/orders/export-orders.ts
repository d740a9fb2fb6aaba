import { readWholeList } from '../../platform/filters/read-whole-list.ts'
import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'
import { type Exporting, listFile, mayRead, refuseTooMany } from '../lists/exporting.ts'
import { LENDER_ZONE } from '../lists/zone.ts'
import { findOrders, lenderOrderList, readListed } from './list-store.ts'
import { lenderOrderItem } from './view.ts'

/** Nothing that names the buyer: who that is, files of people say. */
const COLUMNS = [
  ...['id', 'mid', 'store.id', 'store.name', 'customer_id', 'status', 'financing_status'],
  ...['product', 'currency.code', 'total_amount', 'captured_amount', 'voided_amount'],
  ...['refunded_amount', 'terms_version', 'created', 'confirmed', 'cancelled'],
]

/** Orders over all stores, as CSV. Refusals: `query_invalid`. */
export async function exportOrders(
  { database, ...exporting }: Reading & Exporting,
  caller: LenderCaller,
  parameters: URLSearchParams,
): Promise<AsyncIterable<string>> {
  mayRead(caller, 'loans:read')
  const query = readWholeList(lenderOrderList, parameters, LENDER_ZONE)
  const { count, ids } = await findOrders(database, caller.sandbox, query)
  refuseTooMany(count)
  return listFile(exporting, caller, {
    ...{ list: 'orders', filters: `${parameters}`, columns: COLUMNS, ids },
    read: async (some) => (await readListed(database, some)).map(lenderOrderItem),
  })
}
