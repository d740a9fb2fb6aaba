import { readListQuery } from '../../platform/filters/read-list-query.ts'
import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'
import { LENDER_ZONE } from '../lists/zone.ts'
import { failureList, groupFailures, listFailures as listRows } from './list-store.ts'

/** A page of what came to nothing in the caller's mode, and all of it by cause. */
export async function listFailures(
  { database }: Reading,
  { sandbox }: LenderCaller,
  parameters: URLSearchParams,
) {
  const page = readListQuery(failureList, parameters, LENDER_ZONE)
  const [listed, groups] = await Promise.all([
    listRows(database, sandbox, page),
    groupFailures(database, sandbox),
  ])
  return { page, ...listed, groups }
}
