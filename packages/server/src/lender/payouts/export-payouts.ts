import { readWholeList } from '../../platform/filters/read-whole-list.ts'
import { tableOf } from '../../platform/http/csv.ts'
import type { LenderCaller, Reading, RealWriting } from '../../tenancy/caller/context.ts'
import { mayRead, noteFile, refuseTooMany } from '../lists/exporting.ts'
import { LENDER_ZONE } from '../lists/zone.ts'
import { lenderPayoutList, listPayouts } from './list-store.ts'
import { lenderPayoutView } from './view.ts'

const COLUMNS = [
  ...['id', 'store.id', 'store.name', 'status', 'currency', 'amount', 'carried', 'previous'],
  ...['due', 'payable', 'paid', 'bank_account.iban', 'bank_account.holder', 'created'],
]

/** Payouts to all stores, as CSV. Refusals: `query_invalid`. */
export async function exportPayouts(
  { database, writing }: Reading & { readonly writing: RealWriting },
  caller: LenderCaller,
  parameters: URLSearchParams,
): Promise<string> {
  mayRead(caller, 'payouts:read')
  const query = readWholeList(lenderPayoutList, parameters, LENDER_ZONE)
  const { count, rows } = await listPayouts(database, caller.sandbox, query)
  refuseTooMany(count)
  const content = tableOf(COLUMNS, rows.map(lenderPayoutView))
  const file = { list: 'payouts', filters: `${parameters}`, rows: rows.length, content }
  return noteFile(writing, caller, file)
}
