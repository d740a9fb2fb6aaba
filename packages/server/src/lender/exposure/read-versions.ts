import { readListQuery } from '../../platform/filters/read-list-query.ts'
import type { Reading } from '../../tenancy/caller/context.ts'
import { LENDER_ZONE } from '../lists/zone.ts'
import { listPolicies, policyList } from './list-store.ts'

/** A page of the versions, the newest first. */
export async function readVersions({ database }: Reading, parameters: URLSearchParams) {
  const page = readListQuery(policyList, parameters, LENDER_ZONE)
  return { page, ...(await listPolicies(database, page)) }
}
