/** OpenAPI descriptions of the routes in this folder. */
import { OrderAnswer, OrderPage } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'
import { orderList } from './list-store.ts'

export const replaceOrder: RouteDoc = {
  operation: 'replaceOrder',
  summary: 'Replace the editable members of an order; an absent one is reset to its default',
  answers: { 204: null },
  errors: [
    'store_suspended',
    'order_not_found',
    'order_cancelled',
    'order_id_used',
    'total_locked',
    'currency_locked',
    'amount_exceeds_approval',
    'total_below_settled',
  ],
}

export const editOrder: RouteDoc = {
  ...replaceOrder,
  operation: 'editOrder',
  summary: 'Update an order with a merge patch (RFC 7396); null resets a member to its default',
}

export const listOrders: RouteDoc = {
  operation: 'listOrders',
  summary: 'List the orders whose buyer has signed, newest first',
  answers: { 200: OrderPage },
  list: orderList,
}

export const getOrder: RouteDoc = {
  operation: 'getOrder',
  summary: 'Retrieve an order',
  answers: { 200: OrderAnswer },
  errors: ['order_not_found'],
}

export const cancelOrder: RouteDoc = {
  operation: 'cancelOrder',
  summary: 'Cancel an order: the remainder is voided, captures are refunded',
  answers: { 204: null },
  errors: ['store_suspended', 'order_not_found', 'order_cancelled'],
}
