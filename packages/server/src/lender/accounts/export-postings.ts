import { chart } from '../../model/ledger/accounts.ts'
import { readWholeList } from '../../platform/filters/read-whole-list.ts'
import { existing } from '../../platform/refusal.ts'
import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'
import { type Exporting, listFile, mayRead, refuseTooMany } from '../lists/exporting.ts'
import { LENDER_ZONE } from '../lists/zone.ts'
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
  mayRead(caller, 'ledger:read')
  const account = existing(Object.hasOwn(chart, name) ? name : undefined, 'account', name)
  const query = readWholeList(postingList, parameters, LENDER_ZONE)
  const { sandbox } = caller
  const { count, ids } = await findPostings(database, { account, sandbox }, query)
  refuseTooMany(count)
  return listFile(exporting, caller, {
    ...{ list: `accounts/${account}/entries`, filters: `${parameters}`, columns: COLUMNS, ids },
    read: async (some) => (await readPostings(database, sandbox, some)).map(postingView),
  })
}
