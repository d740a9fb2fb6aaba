import { readListQuery } from '../../platform/filters/read-list-query.ts'
import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'
import { LENDER_ZONE } from '../lists/zone.ts'
import { approvalList, listApprovals as listRows } from './list-store.ts'
import { scopeOf } from './scope.ts'

/** A page of the caller's requests and those they may decide. */
export async function listApprovals(
  { database }: Reading,
  caller: LenderCaller,
  parameters: URLSearchParams,
) {
  const page = readListQuery(approvalList, parameters, LENDER_ZONE)
  return { page, ...(await listRows(database, scopeOf(caller), page)) }
}
