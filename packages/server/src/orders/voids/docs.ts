/** OpenAPI descriptions of the routes in this folder. */
import { VoidsAnswer } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

export const listVoids: RouteDoc = {
  operation: 'listVoids',
  summary: 'List the voids of an order',
  answers: { 200: VoidsAnswer },
  errors: ['order_not_found'],
}

export const voidOrder: RouteDoc = {
  operation: 'voidOrder',
  summary: 'Void the amount that is not captured',
  answers: { 200: VoidsAnswer },
  errors: [
    'store_suspended',
    'order_not_found',
    'order_cancelled',
    'order_not_confirmed',
    'amount_exceeds_remaining',
  ],
}
