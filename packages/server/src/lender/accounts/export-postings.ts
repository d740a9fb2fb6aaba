import { chart } from '../../model/ledger/accounts.ts'
import { existing } from '../../platform/refusal.ts'
import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'
import { type Exporting, exportList, mayRead } from '../lists/exporting.ts'
import { findPostings, postingList, readPostings } from './list-store.ts'
import { postingView } from './view.ts'

const COLUMNS = [
  ...['created', 'store.id', 'store.name', 'order_id', 'sequence', 'number', 'kind', 'effect_id'],
  ...['debit', 'credit', 'currency', 'amount'],
]

type Wanted = { readonly account: string; readonly parameters: URLSearchParams }

/** The postings of an account, as CSV. Refusals: `account_not_found`, `query_invalid`. */
export async function exportPostings(
  { database, ...exporting }: Reading & Exporting,
  caller: LenderCaller,
  { account: name, parameters }: Wanted,
): Promise<AsyncIterable<string>> {
  const permission = 'ledger:read'
  // An account is looked up for permitted callers only.
  mayRead(caller, permission)
  const account = existing(Object.hasOwn(chart, name) ? name : undefined, 'account', name)
  const { sandbox } = caller
  return exportList(exporting, caller, parameters, {
    ...{ list: `accounts/${account}/entries`, permission, columns: COLUMNS, table: postingList },
    find: (query) => findPostings(database, { account, sandbox }, query),
    read: async (ids) => (await readPostings(database, sandbox, ids)).map(postingView),
  })
}
