import { type Billing, type Cents, cents, type SentHistoryEntry, type Shipping } from '@svc/api'
import { type Fields, Refused } from '../../platform/refusal.ts'
import { parseDate } from '../../platform/time/dates.ts'

/** An earlier order of the buyer; the store's words stay as they were sent. */
export type HistoryEntry = {
  readonly id: string
  readonly amount: Cents
  readonly due: Cents | null
  readonly status: string
  readonly type: string
  readonly orderDate: Date
  readonly currency: string
  readonly billing: Billing | null
  readonly shipping: Shipping | null
}

/**
 * The entries of one request, one per id: of several the last counts, as if they had come one after
 * the other. A date without a time is the beginning of its day in the store's time zone.
 */
export function entriesOf(sent: readonly SentHistoryEntry[], timeZone: string): HistoryEntry[] {
  const entries = new Map<string, HistoryEntry>()
  const fields: Fields = {}
  for (const [index, entry] of sent.entries()) {
    // Only the time zone can still carry it beyond the calendar's ends.
    const date = parseDate(entry.order_date, timeZone)
    if (date === undefined) fields[`${index}.order_date`] = ['is not a date that exists']
    else entries.set(entry.id, entryOf(entry, date.instant))
  }
  if (Object.keys(fields).length > 0) throw new Refused('body_invalid', { fields })
  return [...entries.values()]
}

function entryOf(entry: SentHistoryEntry, orderDate: Date): HistoryEntry {
  return {
    id: entry.id,
    amount: cents(entry.amount),
    due: entry.due === undefined ? null : cents(entry.due),
    status: entry.status,
    type: entry.type,
    orderDate,
    currency: entry.currency,
    billing: entry.billing ?? null,
    shipping: entry.shipping ?? null,
  }
}
