import type { Reader } from '../database/database.ts'
import type { DueOrder } from '../orders/store.ts'

/** The orders whose lapse is to be announced or carried out, across stores, the oldest first. */
export async function listLapsing(reader: Reader, now: Date, limit: number): Promise<DueOrder[]> {
  const rows = await reader.query(
    `SELECT store_id, id, sandbox FROM orders WHERE lapse_due_at <= $1
     ORDER BY lapse_due_at LIMIT $2`,
    [now, limit],
  )
  return rows.map((row) => ({ storeId: row.store_id, id: row.id, sandbox: row.sandbox }))
}
