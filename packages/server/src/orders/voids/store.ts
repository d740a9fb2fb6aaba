import type { Order } from '../../model/order/order.ts'
import { columns, select } from '../../platform/database/columns.ts'
import type { Insert, Reader } from '../../platform/database/database.ts'
import type { Void } from './void.ts'

const VOID = columns('voids', 'v').without('storeId', 'orderId')

/** Oldest first. */
export function listVoids(reader: Reader, order: { storeId: string; id: string }): Promise<Void[]> {
  return reader.query(
    select(VOID, 'FROM voids v WHERE v.store_id = $1 AND v.order_id = $2 ORDER BY v.sequence'),
    [order.storeId, order.id],
  )
}

export const voidRow = ({ storeId, id }: Order, voided: Void): Insert => ({
  table: 'voids',
  rows: [{ storeId, orderId: id, ...voided }],
})
