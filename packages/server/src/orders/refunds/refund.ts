import type { Tables } from '../../platform/database/tables.ts'

/** A refund as it was requested, of an order or of a capture; amounts are minor units. */
export type Refund = Omit<Tables['refunds'], 'storeId' | 'orderId'>

/** The part of a refund from one capture, with the origin of the refund. */
export type CaptureRefund = Omit<Tables['capture_refunds'], 'storeId' | 'orderId'> &
  Pick<Refund, 'origin'>
