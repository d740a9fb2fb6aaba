import { type Cents, subtract } from '@svc/api'
import type { Tables } from '../../platform/database/tables.ts'

/** A captured amount; `refundedAmount` is the cache of its refunds' sum. */
export type Capture = Omit<Tables['captures'], 'storeId' | 'orderId'>

export function captureRemaining(capture: Capture): Cents {
  return subtract(capture.amount, capture.refundedAmount)
}
