import { cents } from '@svc/api'
import type { Reader, Row, Upsert } from '../../platform/database/database.ts'
import type { HistoryEntry } from './entry.ts'

type OfOrder = { readonly storeId: string; readonly id: string }

const OF_ORDER = 'FROM history_entries WHERE store_id = $1 AND order_id = $2'

/** How many entries the order has beside those of these ids. */
export async function countOtherEntries(
  reader: Reader,
  order: OfOrder,
  entries: readonly HistoryEntry[],
): Promise<number> {
  const ids = entries.map(({ id }) => id)
  const text = `SELECT count(*) AS count ${OF_ORDER} AND id <> ALL($3::text[])`
  const [row] = await reader.query(text, [order.storeId, order.id, ids])
  return Number(row?.count ?? 0)
}

/** Newest first, ties by id. */
export async function listEntries(
  reader: Reader,
  order: OfOrder,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ count: number; entries: HistoryEntry[] }> {
  const values = [order.storeId, order.id]
  const [total] = await reader.query(`SELECT count(*) AS count ${OF_ORDER}`, values)
  const rows = await reader.query(
    `SELECT id, amount, due, status, type, order_date, currency, billing, shipping ${OF_ORDER}
     ORDER BY order_date DESC, id DESC LIMIT $3 OFFSET $4`,
    [...values, pageSize, (page - 1) * pageSize],
  )
  return { count: Number(total?.count ?? 0), entries: rows.map(entryOf) }
}

const KEY = ['store_id', 'order_id', 'id']

/** Adds the entries, or writes those anew whose id the order has already. */
export function entryRows(order: OfOrder, entries: readonly HistoryEntry[], at: Date): Upsert {
  const rows = entries.map(({ orderDate, ...entry }) => ({
    store_id: order.storeId,
    order_id: order.id,
    ...entry,
    order_date: orderDate,
    created_at: at,
    changed_at: at,
  }))
  const changed = Object.keys(rows[0] ?? {}).filter(
    (column) => !KEY.includes(column) && column !== 'created_at',
  )
  return { table: 'history_entries', key: KEY, changed, rows }
}

function entryOf(row: Row): HistoryEntry {
  return {
    id: row.id,
    amount: cents(row.amount),
    due: row.due === null ? null : cents(row.due),
    status: row.status,
    type: row.type,
    orderDate: row.order_date,
    currency: row.currency,
    billing: row.billing,
    shipping: row.shipping,
  }
}
