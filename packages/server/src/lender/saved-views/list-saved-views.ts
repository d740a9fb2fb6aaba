import { readListQuery } from '../../platform/filters/read-list-query.ts'
import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'
import { LENDER_ZONE } from '../lists/zone.ts'
import { listViews, viewList } from './list-store.ts'
import { viewerOf } from './viewer.ts'

/** A page of the views that a person has saved, and of those for their roles. */
export async function listSavedViews(
  { database }: Reading,
  caller: LenderCaller,
  parameters: URLSearchParams,
) {
  const { staffId, roles, removesOthers } = viewerOf(caller)
  const page = readListQuery(viewList, parameters, LENDER_ZONE)
  const reach = { staffId, roles: removesOthers ? null : roles }
  return { page, ...(await listViews(database, reach, page)) }
}
