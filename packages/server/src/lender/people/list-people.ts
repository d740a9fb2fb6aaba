import { readListQuery } from '../../platform/filters/read-list-query.ts'
import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'
import { LENDER_ZONE } from '../lists/zone.ts'
import { listPeople as listRows, personList } from './list-store.ts'

/** A page of the people of all stores in the caller's mode, with the count of all that fit. */
export async function listPeople(
  { database }: Reading,
  { sandbox }: LenderCaller,
  parameters: URLSearchParams,
) {
  const page = readListQuery(personList, parameters, LENDER_ZONE)
  return { page, ...(await listRows(database, sandbox, page)) }
}
