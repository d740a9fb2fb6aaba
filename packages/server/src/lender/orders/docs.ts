/** What the OpenAPI document says of the routes beside this file. */
import { LenderOrderAnswer, LenderOrderPage, summaryQuery } from '@svc/api'
import { fileDoc, type RouteDoc } from '../../tenancy/caller/route.ts'
import { lenderOrderList } from './list-store.ts'

export const listOrders: RouteDoc = {
  operation: 'listLenderOrders',
  summary: 'List the signed orders of all stores, newest first',
  answers: { 200: LenderOrderPage },
  query: summaryQuery,
  list: lenderOrderList,
}

export const exportOrders = fileDoc('exportLenderOrders', lenderOrderList)

export const getOrder: RouteDoc = {
  operation: 'getLenderOrder',
  summary: 'Retrieve an order of any store',
  answers: { 200: LenderOrderAnswer },
  errors: ['order_not_found'],
}
