import { chart } from '../../model/ledger/accounts.ts'
import { readListQuery } from '../../platform/filters/read-list-query.ts'
import { existing } from '../../platform/refusal.ts'
import { areTallied } from '../../settlement/account-tallies/store.ts'
import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'
import type { AccountBalance } from '../balances/balance.ts'
import { startOfDay, together } from '../balances/rules.ts'
import { listBalances, listTalliedBalances } from '../balances/store.ts'
import { endOf } from '../closings/rules.ts'
import { findLastClosing } from '../closings/store.ts'
import { LENDER_ZONE } from '../lists/zone.ts'
import { listPostings, postingList } from './list-store.ts'

/** All balances of the caller's mode, at one moment; `before`: only bookings before it. */
export async function readAccounts(
  { database }: Reading,
  { sandbox }: Pick<LenderCaller, 'sandbox'>,
  before: Date | null,
): Promise<AccountBalance[]> {
  const since = (from: Date | null) => listBalances(database, { sandbox, from, before })
  // Days of the sandbox are not closed.
  const closing = sandbox ? undefined : await findLastClosing(database, before)
  if (closing !== undefined) return together(closing.balances, await since(endOf(closing.day)))
  if (!(await areTallied(database, sandbox))) return since(null)
  const midnight = before && startOfDay(before)
  const tallied = await listTalliedBalances(database, { sandbox, before: midnight })
  const isWhole = midnight?.getTime() === before?.getTime()
  return isWhole ? tallied : together(tallied, await since(midnight))
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
