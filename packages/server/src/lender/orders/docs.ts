/** What the OpenAPI document says of the routes beside this file. */
import { LenderOrderAnswer, LenderOrderPage } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'
import { lenderOrderList } from './list-store.ts'

export const listOrders: RouteDoc = {
  operation: 'listLenderOrders',
  summary: 'List the signed orders of all stores, newest first',
  answers: { 200: LenderOrderPage },
  list: lenderOrderList,
}

export const getOrder: RouteDoc = {
  operation: 'getLenderOrder',
  summary: 'Retrieve an order of any store',
  answers: { 200: LenderOrderAnswer },
  errors: ['order_not_found'],
}
