import { utcMicros } from '../../platform/time/dates.ts'
import type { HistoryEntry } from './entry.ts'

/** An entry as the store sent it, dates in UTC. */
export function historyEntryView({ orderDate, ...entry }: HistoryEntry) {
  return { ...entry, order_date: utcMicros(orderDate) }
}
