/** What the OpenAPI document says of the routes beside this file. */
import { OrderAnswer, OrderPage } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'
import { orderList } from './list-store.ts'

export const replaceOrder: RouteDoc = {
  operation: 'replaceOrder',
  summary: 'Replaces what can be edited of an order; what is absent goes to its default',
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
  operation: 'editOrder',
  summary: 'Edits a part of an order: a merge patch (RFC 7396), null stands for the default',
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

export const listOrders: RouteDoc = {
  operation: 'listOrders',
  summary: 'Orders whose buyer has accepted, newest first',
  answers: { 200: OrderPage },
  list: orderList,
}

export const getOrder: RouteDoc = {
  operation: 'getOrder',
  summary: 'An order',
  answers: { 200: OrderAnswer },
  errors: ['order_not_found'],
}

export const cancelOrder: RouteDoc = {
  operation: 'cancelOrder',
  summary: 'Ends an order: what is left is voided, what was captured is refunded',
  answers: { 204: null },
  errors: ['store_suspended', 'order_not_found', 'order_cancelled'],
}
