import { readWholeList } from '../../platform/filters/read-whole-list.ts'
import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'
import { type Exporting, listFile, mayRead, refuseTooMany } from '../lists/exporting.ts'
import { LENDER_ZONE } from '../lists/zone.ts'
import { findPage, lenderPayoutList, readInOrder } from './list-store.ts'
import { payoutItem } from './view.ts'

const COLUMNS = [
  ...['id', 'store.id', 'store.name', 'status', 'currency', 'amount', 'carried', 'previous'],
  ...['due', 'payable', 'paid', 'bank_account.iban', 'bank_account.holder'],
  ...['differences', 'created'],
]

/** Payouts to all stores, as CSV. Refusals: `query_invalid`. */
export async function exportPayouts(
  { database, ...exporting }: Reading & Exporting,
  caller: LenderCaller,
  parameters: URLSearchParams,
): Promise<AsyncIterable<string>> {
  mayRead(caller, 'payouts:read')
  const query = readWholeList(lenderPayoutList, parameters, LENDER_ZONE)
  const { sandbox } = caller
  const { count, ids } = await findPage(database, sandbox, query)
  refuseTooMany(count)
  return listFile(exporting, caller, {
    ...{ list: 'payouts', filters: `${parameters}`, columns: COLUMNS, ids },
    read: async (some) => (await readInOrder(database, sandbox, some)).map(payoutItem),
  })
}
