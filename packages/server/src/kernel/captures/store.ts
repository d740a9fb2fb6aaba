import type { Order } from '../../model/order/order.ts'
import { columns, select } from '../../platform/database/columns.ts'
import type { Insert, Reader, Update } from '../../platform/database/database.ts'
import type { Capture } from './capture.ts'

const CAPTURE = columns('captures', 'c').without('storeId', 'orderId')

/** Oldest first. */
export function listCaptures(
  reader: Reader,
  order: { storeId: string; id: string },
): Promise<Capture[]> {
  return reader.query(
    select(
      CAPTURE,
      'FROM captures c WHERE c.store_id = $1 AND c.order_id = $2 ORDER BY c.sequence',
    ),
    [order.storeId, order.id],
  )
}

export function captureRow({ storeId, id }: Order, capture: Capture): Insert {
  return { table: 'captures', rows: [{ storeId, orderId: id, ...capture }] }
}

export function captureRefunded(order: Order, before: Capture, after: Capture): Update {
  const { id, refundedAmount } = before
  return {
    table: 'captures',
    where: { storeId: order.storeId, orderId: order.id, id, refundedAmount },
    set: { refundedAmount: after.refundedAmount },
  }
}
