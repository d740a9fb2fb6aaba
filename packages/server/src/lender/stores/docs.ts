/** OpenAPI descriptions of the routes in this folder. */
import {
  LenderStoreAnswer,
  LenderStorePage,
  MovedLenderStore,
  NewLenderStoreAnswer,
  OpenedLenderStore,
} from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'
import { storeList } from './list-store.ts'

export const listStores: RouteDoc = {
  operation: 'listLenderStores',
  summary: 'List all stores of the lender, newest first',
  answers: { 200: LenderStorePage },
  list: storeList,
}

export const getStore: RouteDoc = {
  operation: 'getLenderStore',
  summary: 'Retrieve a store and its terms',
  answers: { 200: OpenedLenderStore },
  errors: ['store_not_found'],
}

export const createStore: RouteDoc = {
  operation: 'createLenderStore',
  summary: 'Create a store; its sandbox works at once, live mode once it is activated',
  answers: { 201: NewLenderStoreAnswer },
  errors: ['staff_exists'],
}

export const changeStore: RouteDoc = {
  operation: 'changeLenderStore',
  summary: 'Change the business details of a store, from the version that was read',
  answers: { 200: LenderStoreAnswer },
  errors: ['store_not_found', 'terms_conflict'],
}

export const activateStore: RouteDoc = {
  operation: 'activateStore',
  summary: 'Activate a new store for live mode',
  answers: { 200: LenderStoreAnswer },
  errors: ['store_not_found', 'store_state'],
}

export const suspendStore: RouteDoc = {
  operation: 'suspendStore',
  summary: 'Suspend new credit, captures or payouts of a store, at once',
  answers: { 200: MovedLenderStore },
  errors: ['store_not_found', 'store_state'],
}

export const resumeStore: RouteDoc = {
  operation: 'resumeStore',
  summary: 'Lift a suspension',
  answers: { 200: LenderStoreAnswer },
  errors: ['store_not_found', 'store_state'],
}

export const closeStore: RouteDoc = {
  operation: 'closeStore',
  summary: 'End new credit for good; called again once nothing is open, closes the store',
  answers: { 200: MovedLenderStore },
  errors: ['store_not_found', 'store_state', 'store_not_settled'],
}
