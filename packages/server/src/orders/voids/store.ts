import { cents } from '@svc/api'
import type { Order } from '../../model/order/order.ts'
import type { Insert, Reader, Row } from '../../platform/database/database.ts'
import type { Void } from './void.ts'

/** Oldest first. */
export async function listVoids(
  reader: Reader,
  order: { storeId: string; id: string },
): Promise<Void[]> {
  const rows = await reader.query(
    `SELECT id, sequence, amount, origin, created_at FROM voids
     WHERE store_id = $1 AND order_id = $2 ORDER BY sequence`,
    [order.storeId, order.id],
  )
  return rows.map((row: Row) => ({
    id: row.id,
    sequence: row.sequence,
    amount: cents(row.amount),
    origin: row.origin,
    createdAt: row.created_at,
  }))
}

export function voidRow(order: Order, voided: Void): Insert {
  const { id, sequence, amount, origin, createdAt } = voided
  return {
    table: 'voids',
    rows: [
      {
        store_id: order.storeId,
        order_id: order.id,
        id,
        sequence,
        amount,
        origin,
        created_at: createdAt,
      },
    ],
  }
}
