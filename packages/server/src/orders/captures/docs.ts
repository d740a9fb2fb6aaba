/** OpenAPI descriptions of the routes in this folder. */
import { CapturesAnswer, NewCapture } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

export const listCaptures: RouteDoc = {
  operation: 'listCaptures',
  summary: 'List the captures of an order',
  answers: { 200: CapturesAnswer },
  errors: ['order_not_found'],
}

export const captureOrder: RouteDoc = {
  operation: 'captureOrder',
  summary: 'Capture a confirmed order: goods have shipped, and the store is owed the money',
  answers: { 200: NewCapture },
  errors: [
    'store_suspended',
    'order_not_found',
    'order_cancelled',
    'order_not_confirmed',
    'amount_exceeds_remaining',
    'capture_not_whole',
  ],
}
