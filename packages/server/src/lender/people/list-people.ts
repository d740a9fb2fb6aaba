import { readListQuery } from '../../platform/filters/read-list-query.ts'
import type { LenderCaller, TimedReading } from '../../tenancy/caller/context.ts'
import { LENDER_ZONE } from '../lists/zone.ts'
import { listPeople as listRows, personListOf } from './list-store.ts'

/** A page of the people of all stores in the caller's mode, with the count of all that fit. */
export async function listPeople(
  { database, clock }: TimedReading,
  { sandbox }: LenderCaller,
  parameters: URLSearchParams,
) {
  const scope = { sandbox, now: clock.now() }
  const page = readListQuery(personListOf(scope.now), parameters, LENDER_ZONE)
  return { page, ...(await listRows(database, scope, page)) }
}
