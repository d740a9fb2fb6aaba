import type { DueOrder } from '../../model/order/order.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import type { Reader } from '../../platform/database/database.ts'
import { inRealTime } from '../../tenancy/test-clocks/store.ts'
import type { DueItem } from '../../tenancy/test-clocks/store-work.ts'

/** The orders whose lapse is to be announced or carried out, across stores, the oldest first. */
export async function listLapsing(reader: Reader, now: Date, limit: number): Promise<DueOrder[]> {
  const rows = await reader.query(
    `SELECT store_id, id, sandbox FROM orders o
     WHERE lapse_due_at <= $1 AND ${inRealTime('o')} ORDER BY lapse_due_at LIMIT $2`,
    [now, limit],
  )
  return rows.map((row) => ({ storeId: row.store_id, id: row.id, sandbox: row.sandbox }))
}

/** Those of one store in the sandbox. */
export async function listLapsingOf(
  reader: Reader,
  { storeId }: StreamKey,
  { upTo, limit }: { readonly upTo: Date; readonly limit: number },
): Promise<DueItem[]> {
  const rows = await reader.lookUp(
    `SELECT id, lapse_due_at FROM orders WHERE store_id = $1 AND sandbox AND lapse_due_at <= $2
     ORDER BY lapse_due_at LIMIT $3`,
    [storeId, upTo, limit],
  )
  return rows.map((row) => ({ id: row.id, dueAt: row.lapse_due_at }))
}
