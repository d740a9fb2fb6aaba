import type { LenderCaller, TimedReading } from '../../tenancy/caller/context.ts'
import { type Exporting, exportList } from '../lists/exporting.ts'
import { findLoans, loanListOf, readListed } from './list-store.ts'
import { lenderLoanItem } from './view.ts'

const COLUMNS = [
  ...['id', 'mid', 'store.id', 'store.name', 'customer_id', 'product', 'currency', 'state'],
  ...['bucket', 'days_past_due', 'overdue_amount', 'receivable', 'written_off', 'next_due'],
  'created',
]

/** Loans over all stores, as CSV. Refusals: `query_invalid`. */
export function exportLoans(
  { database, clock, ...exporting }: TimedReading & Exporting,
  caller: LenderCaller,
  parameters: URLSearchParams,
): Promise<AsyncIterable<string>> {
  const scope = { sandbox: caller.sandbox, now: clock.now() }
  return exportList(exporting, caller, parameters, {
    ...{ list: 'loans', permission: 'loans:read', columns: COLUMNS, table: loanListOf(scope) },
    find: (query) => findLoans(database, scope, query),
    read: async (ids) => (await readListed(database, scope, ids)).map(lenderLoanItem),
  })
}
