import { readListQuery } from '../../platform/filters/read-list-query.ts'
import type { Caller, LenderCaller, Reading } from '../../tenancy/caller/context.ts'
import { LENDER_ZONE } from '../lists/zone.ts'
import { listRequests as listRows, ownRequestList, requestList } from './list-store.ts'

/** A page of the requests to the service in the caller's mode, over all stores. */
export async function listRequests(
  { database }: Reading,
  { sandbox }: LenderCaller,
  parameters: URLSearchParams,
) {
  const page = readListQuery(requestList, parameters, LENDER_ZONE)
  return { page, ...(await listRows(database, { sandbox, storeId: null }, page)) }
}

/** A page of a store's own requests, no matter who made them. */
export async function listOwnRequests(
  { database }: Reading,
  { store, sandbox }: Caller,
  parameters: URLSearchParams,
) {
  const page = readListQuery(ownRequestList, parameters, store)
  return { page, ...(await listRows(database, { sandbox, storeId: store.id }, page)) }
}
