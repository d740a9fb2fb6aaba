import type { LenderCaller, TimedReading } from '../../tenancy/caller/context.ts'
import { readSummedQuery } from '../lists/summing.ts'
import { listLoans as listRows, loanListOf } from './list-store.ts'

/** A page of loans over all stores, as of now; with `summary=true` summed up by bucket. */
export async function listLoans(
  { database, clock }: TimedReading,
  { sandbox }: LenderCaller,
  parameters: URLSearchParams,
) {
  const scope = { sandbox, now: clock.now() }
  const wanted = readSummedQuery(loanListOf(scope), parameters)
  return { page: wanted.query, ...(await listRows(database, scope, wanted)) }
}
