import { readListQuery } from '../../platform/filters/read-list-query.ts'
import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'
import { LENDER_ZONE } from '../lists/zone.ts'
import { creditorList, listCreditors as listRows } from './list-store.ts'

/** A page of the creditors of the caller's mode, each by its newest version. */
export async function listCreditors(
  { database }: Reading,
  caller: LenderCaller,
  parameters: URLSearchParams,
) {
  const page = readListQuery(creditorList, parameters, LENDER_ZONE)
  return { page, ...(await listRows(database, caller, page)) }
}
