import { utcMicros } from '../../platform/time/dates.ts'
import type { Figure } from './figure.ts'

/** Rows are named as the wire names them; a moment of one is still a date. */
const rowView = (row: object): object =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Date ? utcMicros(value) : value,
    ]),
  )

export function figureView({ kind, scope, rows, leftOut }: Figure) {
  const { from, to, now, timeZone, storeId } = scope
  const isPresent = kind === 'present'
  return {
    from: isPresent ? null : from,
    to: isPresent ? null : to,
    at: utcMicros(now),
    time_zone: timeZone,
    store_id: storeId,
    left_out: leftOut,
    results: rows.map(rowView),
  }
}
