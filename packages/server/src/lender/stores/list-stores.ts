import { readListQuery } from '../../platform/filters/read-list-query.ts'
import type { Reading } from '../../tenancy/caller/context.ts'
import { LENDER_ZONE } from '../lists/zone.ts'
import { listStores as listRows, storeList } from './list-store.ts'

/** A page of all stores, which belong to no mode. */
export async function listStores({ database }: Reading, parameters: URLSearchParams) {
  const page = readListQuery(storeList, parameters, LENDER_ZONE)
  return { page, ...(await listRows(database, page)) }
}
