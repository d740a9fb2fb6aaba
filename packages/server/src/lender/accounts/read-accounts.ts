import { chart } from '../../model/ledger/accounts.ts'
import { readListQuery } from '../../platform/filters/read-list-query.ts'
import { existing } from '../../platform/refusal.ts'
import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'
import { LENDER_ZONE } from '../lists/zone.ts'
import { listPostings, postingList } from './list-store.ts'
import { type AccountBalance, listBalances } from './store.ts'

/** All balances of the caller's mode, of one moment; `before`: only what was booked before it. */
export function readAccounts(
  { database }: Reading,
  { sandbox }: LenderCaller,
  before: Date | null,
): Promise<AccountBalance[]> {
  return listBalances(database, { sandbox, before })
}

type Wanted = { readonly account: string; readonly parameters: URLSearchParams }

/** A page of what moves an account. Refusals: `account_not_found`. */
export async function readPostings(
  { database }: Reading,
  { sandbox }: LenderCaller,
  { account: name, parameters }: Wanted,
) {
  const account = existing(Object.hasOwn(chart, name) ? name : undefined, 'account', name)
  const page = readListQuery(postingList, parameters, LENDER_ZONE)
  return { page, ...(await listPostings(database, { account, sandbox }, page)) }
}
