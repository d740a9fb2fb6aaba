import { COUNT, columns, select } from '../../platform/database/columns.ts'
import type { Reader, Upsert } from '../../platform/database/database.ts'
import type { HistoryEntry } from './entry.ts'

type OfOrder = { readonly storeId: string; readonly id: string }

const ENTRY = columns<'history_entries', Pick<HistoryEntry, 'billing' | 'shipping'>>(
  'history_entries',
  'h',
).without('storeId', 'orderId', 'createdAt', 'changedAt')
const OF_ORDER = 'FROM history_entries h WHERE h.store_id = $1 AND h.order_id = $2'

/** How many entries the order has beside those of these ids. */
export async function countOtherEntries(
  reader: Reader,
  order: OfOrder,
  entries: readonly HistoryEntry[],
): Promise<number> {
  const ids = entries.map(({ id }) => id)
  const text = select(COUNT, `${OF_ORDER} AND h.id <> ALL($3::text[])`)
  const [row] = await reader.query(text, [order.storeId, order.id, ids])
  return row?.count ?? 0
}

/** Newest first, ties by id. */
export async function listEntries(
  reader: Reader,
  order: OfOrder,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ count: number; entries: HistoryEntry[] }> {
  const values = [order.storeId, order.id]
  const [total] = await reader.query(select(COUNT, OF_ORDER), values)
  const entries = await reader.query(
    select(ENTRY, `${OF_ORDER} ORDER BY h.order_date DESC, h.id DESC LIMIT $3 OFFSET $4`),
    [...values, pageSize, (page - 1) * pageSize],
  )
  return { count: total?.count ?? 0, entries }
}

/** Adds the entries, or overwrites those whose id the order has already. */
export function entryRows(order: OfOrder, entries: readonly HistoryEntry[], at: Date): Upsert {
  const key = { storeId: order.storeId, orderId: order.id }
  return {
    table: 'history_entries',
    key: ['storeId', 'orderId', 'id'],
    changed: [
      ...(['amount', 'due', 'status', 'type', 'orderDate', 'currency', 'billing'] as const),
      ...(['shipping', 'changedAt'] as const),
    ],
    rows: entries.map((entry) => ({ ...key, ...entry, createdAt: at, changedAt: at })),
  }
}
