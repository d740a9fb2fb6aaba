import { chart } from '../../model/ledger/accounts.ts'
import { readWholeList } from '../../platform/filters/read-whole-list.ts'
import { tableOf } from '../../platform/http/csv.ts'
import { existing } from '../../platform/refusal.ts'
import type { LenderCaller, Reading, RealWriting } from '../../tenancy/caller/context.ts'
import { mayRead, noteFile, refuseTooMany } from '../lists/exporting.ts'
import { LENDER_ZONE } from '../lists/zone.ts'
import { listPostings, postingList } from './list-store.ts'
import { postingView } from './view.ts'

const COLUMNS = [
  ...['created', 'store.id', 'store.name', 'order_id', 'sequence', 'number', 'kind', 'effect_id'],
  ...['debit', 'credit', 'currency', 'amount'],
]

type Wanted = { readonly account: string; readonly parameters: URLSearchParams }

/** What moves an account, as CSV. Refusals: `account_not_found`, `query_invalid`. */
export async function exportPostings(
  { database, writing }: Reading & { readonly writing: RealWriting },
  caller: LenderCaller,
  { account: name, parameters }: Wanted,
): Promise<string> {
  mayRead(caller, 'ledger:read')
  const account = existing(Object.hasOwn(chart, name) ? name : undefined, 'account', name)
  const query = readWholeList(postingList, parameters, LENDER_ZONE)
  const { sandbox } = caller
  const { count, rows } = await listPostings(database, { account, sandbox }, query)
  refuseTooMany(count)
  const content = tableOf(COLUMNS, rows.map(postingView))
  const list = `accounts/${account}/entries`
  return noteFile(writing, caller, { list, filters: `${parameters}`, rows: rows.length, content })
}
