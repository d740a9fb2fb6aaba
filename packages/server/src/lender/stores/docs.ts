/** What the OpenAPI document says of the routes beside this file. */
import { LenderStoreAnswer, LenderStorePage } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'
import { storeList } from './list-store.ts'

export const listStores: RouteDoc = {
  operation: 'listLenderStores',
  summary: 'All stores of the lender, newest first',
  answers: { 200: LenderStorePage },
  list: storeList,
}

export const getStore: RouteDoc = {
  operation: 'getLenderStore',
  summary: 'A store and its terms',
  answers: { 200: LenderStoreAnswer },
  errors: ['store_not_found'],
}
