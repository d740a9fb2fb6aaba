import { readListQuery } from '../../platform/filters/read-list-query.ts'
import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'
import { LENDER_ZONE } from '../lists/zone.ts'
import { listStores as listRows, storeList } from './list-store.ts'

/** A page of all stores, each as it is in the requested mode. */
export async function listStores(
  { database }: Reading,
  { sandbox }: Pick<LenderCaller, 'sandbox'>,
  parameters: URLSearchParams,
) {
  const page = readListQuery(storeList, parameters, LENDER_ZONE)
  return { page, ...(await listRows(database, sandbox, page)) }
}
