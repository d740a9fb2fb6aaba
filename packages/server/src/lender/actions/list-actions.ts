import { reachesAll } from '../../model/staff/roles.ts'
import { readListQuery } from '../../platform/filters/read-list-query.ts'
import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'
import { LENDER_ZONE } from '../lists/zone.ts'
import { actionList, listActions as listRows } from './list-store.ts'

/** A page of the log: of all actions, or of the caller's own where their role sees no others. */
export async function listActions(
  { database }: Reading,
  { principal, holders, sandbox }: LenderCaller,
  parameters: URLSearchParams,
) {
  const page = readListQuery(actionList, parameters, LENDER_ZONE)
  const principalId = reachesAll(holders, 'actions:read') ? null : (principal.id ?? '')
  return { page, ...(await listRows(database, { sandbox, principalId }, page)) }
}
