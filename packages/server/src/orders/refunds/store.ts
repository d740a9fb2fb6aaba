import type { Order } from '../../model/order/order.ts'
import { columns, select } from '../../platform/database/columns.ts'
import type { Insert, Reader } from '../../platform/database/database.ts'
import type { CaptureRefund, Refund } from './refund.ts'

type OfOrder = { readonly storeId: string; readonly id: string }

const REFUND = columns('refunds', 'r').without('storeId', 'orderId')
const PIECE = columns('capture_refunds', 'c').without('storeId', 'orderId')

/** Oldest first, on both levels. */
export function listRefunds(reader: Reader, order: OfOrder): Promise<Refund[]> {
  return reader.query(
    select(REFUND, 'FROM refunds r WHERE r.store_id = $1 AND r.order_id = $2 ORDER BY r.sequence'),
    [order.storeId, order.id],
  )
}

/** Oldest first. */
export function listCaptureRefunds(reader: Reader, order: OfOrder): Promise<CaptureRefund[]> {
  return reader.query(
    select(
      PIECE.and(REFUND.only('origin')),
      `FROM capture_refunds c JOIN refunds r
         ON r.store_id = c.store_id AND r.order_id = c.order_id AND r.id = c.refund_id
       WHERE c.store_id = $1 AND c.order_id = $2 ORDER BY r.sequence, c.position`,
    ),
    [order.storeId, order.id],
  )
}

export const refundRow = ({ storeId, id }: Order, refund: Refund): Insert => ({
  table: 'refunds',
  rows: [{ storeId, orderId: id, ...refund }],
})

export function captureRefundRows(order: Order, refunds: readonly CaptureRefund[]): Insert[] {
  if (refunds.length === 0) return []
  const key = { storeId: order.storeId, orderId: order.id }
  const rows = refunds.map(({ origin: _, ...piece }) => ({ ...key, ...piece }))
  return [{ table: 'capture_refunds', rows }]
}
