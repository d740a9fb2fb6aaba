/** What the OpenAPI document says of the routes beside this file. */
import {
  LenderStoreAnswer,
  LenderStorePage,
  NewLenderStoreAnswer,
  OpenedLenderStore,
} from '@svc/api'
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
  answers: { 200: OpenedLenderStore },
  errors: ['store_not_found'],
}

export const createStore: RouteDoc = {
  operation: 'createLenderStore',
  summary: 'Takes a store on: its sandbox works, live mode waits until it is activated',
  answers: { 201: NewLenderStoreAnswer },
  errors: ['staff_exists'],
}

export const changeStore: RouteDoc = {
  operation: 'changeLenderStore',
  summary: 'Changes who a store is, by the version that was read',
  answers: { 200: LenderStoreAnswer },
  errors: ['store_not_found', 'terms_conflict'],
}

export const activateStore: RouteDoc = {
  operation: 'activateStore',
  summary: 'Lets a store that was taken on lend',
  answers: { 200: LenderStoreAnswer },
  errors: ['store_not_found', 'store_state'],
}

export const suspendStore: RouteDoc = {
  operation: 'suspendStore',
  summary: 'Switches off new credit, captures or payouts of a store, at once',
  answers: { 200: LenderStoreAnswer },
  errors: ['store_not_found', 'store_state'],
}

export const resumeStore: RouteDoc = {
  operation: 'resumeStore',
  summary: 'Lifts a suspension',
  answers: { 200: LenderStoreAnswer },
  errors: ['store_not_found', 'store_state'],
}

export const closeStore: RouteDoc = {
  operation: 'closeStore',
  summary: 'Ends new credit for good; once nothing waits, a second time, ends the store',
  answers: { 200: LenderStoreAnswer },
  errors: ['store_not_found', 'store_state', 'store_not_settled'],
}
