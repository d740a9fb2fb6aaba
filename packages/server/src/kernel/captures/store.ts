import { cents } from '@svc/api'
import type { Order } from '../../model/order/order.ts'
import type { Insert, Reader, Row, Update } from '../../platform/database/database.ts'
import type { Capture } from './capture.ts'

/** Oldest first. */
export async function listCaptures(
  reader: Reader,
  order: { storeId: string; id: string },
): Promise<Capture[]> {
  const rows = await reader.query(
    `SELECT id, sequence, amount, refunded_amount, created_at FROM captures
     WHERE store_id = $1 AND order_id = $2 ORDER BY sequence`,
    [order.storeId, order.id],
  )
  return rows.map(captureOf)
}

export function captureRow(order: Order, capture: Capture): Insert {
  const { id, sequence, amount, refundedAmount, createdAt } = capture
  return {
    table: 'captures',
    rows: [
      {
        store_id: order.storeId,
        order_id: order.id,
        id,
        sequence,
        amount,
        refunded_amount: refundedAmount,
        created_at: createdAt,
      },
    ],
  }
}

export function captureRefunded(order: Order, before: Capture, after: Capture): Update {
  return {
    table: 'captures',
    where: {
      store_id: order.storeId,
      order_id: order.id,
      id: before.id,
      refunded_amount: before.refundedAmount,
    },
    set: { refunded_amount: after.refundedAmount },
  }
}

function captureOf(row: Row): Capture {
  return {
    id: row.id,
    sequence: row.sequence,
    amount: cents(row.amount),
    refundedAmount: cents(row.refunded_amount),
    createdAt: row.created_at,
  }
}
