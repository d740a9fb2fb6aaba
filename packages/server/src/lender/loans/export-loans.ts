import { readWholeList } from '../../platform/filters/read-whole-list.ts'
import { tableOf } from '../../platform/http/csv.ts'
import type { LenderCaller, RealWriting, TimedReading } from '../../tenancy/caller/context.ts'
import { mayRead, noteFile, refuseTooMany } from '../lists/exporting.ts'
import { LENDER_ZONE } from '../lists/zone.ts'
import { listLoans, loanListOf } from './list-store.ts'
import { lenderLoanItem } from './view.ts'

const COLUMNS = [
  ...['id', 'mid', 'store.id', 'store.name', 'customer_id', 'product', 'currency', 'state'],
  ...['bucket', 'days_past_due', 'overdue_amount', 'receivable', 'written_off', 'next_due'],
  'created',
]

/** Loans over all stores, as CSV. Refusals: `query_invalid`. */
export async function exportLoans(
  { database, clock, writing }: TimedReading & { readonly writing: RealWriting },
  caller: LenderCaller,
  parameters: URLSearchParams,
): Promise<string> {
  mayRead(caller, 'loans:read')
  const scope = { sandbox: caller.sandbox, now: clock.now() }
  const query = readWholeList(loanListOf(scope), parameters, LENDER_ZONE)
  const { count, rows } = await listLoans(database, scope, { query, isSummed: false })
  refuseTooMany(count)
  const content = tableOf(COLUMNS, rows.map(lenderLoanItem))
  const file = { list: 'loans', filters: `${parameters}`, rows: rows.length, content }
  return noteFile(writing, caller, file)
}
