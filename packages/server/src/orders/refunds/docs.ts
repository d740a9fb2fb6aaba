/** OpenAPI descriptions of the routes in this folder. */
import { CaptureAnswer, RefundsAnswer } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

export const refundOrder: RouteDoc = {
  operation: 'refundOrder',
  summary: 'Refund an order: captures first, oldest first, then the uncaptured amount',
  answers: { 200: RefundsAnswer },
  errors: [
    'store_suspended',
    'order_not_found',
    'order_cancelled',
    'order_not_confirmed',
    'amount_exceeds_remaining',
  ],
}

export const refundOrderExtended: RouteDoc = { ...refundOrder, operation: 'refundOrderExtended' }

export const listRefunds: RouteDoc = {
  operation: 'listRefunds',
  summary: 'List the refunds of an order',
  answers: { 200: RefundsAnswer },
  errors: ['order_not_found'],
}

export const listCaptureRefunds: RouteDoc = {
  operation: 'listCaptureRefunds',
  summary: 'Retrieve a capture with its refunds',
  answers: { 200: CaptureAnswer },
  errors: ['order_not_found', 'capture_not_found'],
}

export const refundCapture: RouteDoc = {
  operation: 'refundCapture',
  summary: 'Refund a capture',
  answers: { 200: CaptureAnswer },
  errors: [
    'store_suspended',
    'order_not_found',
    'capture_not_found',
    'order_cancelled',
    'amount_exceeds_remaining',
  ],
}
