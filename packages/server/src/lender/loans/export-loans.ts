import { readWholeList } from '../../platform/filters/read-whole-list.ts'
import type { LenderCaller, TimedReading } from '../../tenancy/caller/context.ts'
import { type Exporting, listFile, mayRead, refuseTooMany } from '../lists/exporting.ts'
import { LENDER_ZONE } from '../lists/zone.ts'
import { findLoans, loanListOf, readListed } from './list-store.ts'
import { lenderLoanItem } from './view.ts'

const COLUMNS = [
  ...['id', 'mid', 'store.id', 'store.name', 'customer_id', 'product', 'currency', 'state'],
  ...['bucket', 'days_past_due', 'overdue_amount', 'receivable', 'written_off', 'next_due'],
  'created',
]

/** Loans over all stores, as CSV. Refusals: `query_invalid`. */
export async function exportLoans(
  { database, clock, ...exporting }: TimedReading & Exporting,
  caller: LenderCaller,
  parameters: URLSearchParams,
): Promise<AsyncIterable<string>> {
  mayRead(caller, 'loans:read')
  const scope = { sandbox: caller.sandbox, now: clock.now() }
  const query = readWholeList(loanListOf(scope), parameters, LENDER_ZONE)
  const { count, ids } = await findLoans(database, scope, query)
  refuseTooMany(count)
  return listFile(exporting, caller, {
    ...{ list: 'loans', filters: `${parameters}`, columns: COLUMNS, ids },
    read: async (some) => (await readListed(database, scope, some)).map(lenderLoanItem),
  })
}
