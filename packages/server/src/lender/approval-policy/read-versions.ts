import { readListQuery } from '../../platform/filters/read-list-query.ts'
import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'
import { LENDER_ZONE } from '../lists/zone.ts'
import { listPolicies, policyList } from './list-store.ts'

/** A page of the versions in the mode, the newest first. */
export async function readVersions(
  { database }: Reading,
  { sandbox }: LenderCaller,
  parameters: URLSearchParams,
) {
  const page = readListQuery(policyList, parameters, LENDER_ZONE)
  return { page, ...(await listPolicies(database, sandbox ? 'sandbox' : 'live', page)) }
}
