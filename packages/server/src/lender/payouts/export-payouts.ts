import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'
import { type Exporting, exportList } from '../lists/exporting.ts'
import { findPage, lenderPayoutList, readInOrder } from './list-store.ts'
import { payoutItem } from './view.ts'

const COLUMNS = [
  ...['id', 'store.id', 'store.name', 'status', 'currency', 'amount', 'carried', 'previous'],
  ...['due', 'payable', 'paid', 'bank_account.iban', 'bank_account.holder'],
  ...['differences', 'created'],
]

/** Payouts to all stores, as CSV. Refusals: `query_invalid`. */
export function exportPayouts(
  { database, ...exporting }: Reading & Exporting,
  caller: LenderCaller,
  parameters: URLSearchParams,
): Promise<AsyncIterable<string>> {
  const { sandbox } = caller
  return exportList(exporting, caller, parameters, {
    ...{ list: 'payouts', permission: 'payouts:read', columns: COLUMNS, table: lenderPayoutList },
    find: (query) => findPage(database, sandbox, query),
    read: async (ids) => (await readInOrder(database, sandbox, ids)).map(payoutItem),
  })
}
