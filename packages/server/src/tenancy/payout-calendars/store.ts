import type { StreamKey } from '../../model/streams/stream-key.ts'
import type { Insert, RowSet, Transaction } from '../../platform/database/database.ts'

/** The calendars of a new store, one for each mode. */
export function calendarRows(storeId: string, nextAt: Date | null): Insert {
  const rows = [true, false].map((sandbox) => ({ storeId, sandbox, nextAt }))
  return { table: 'payout_calendars', rows }
}

/** Payouts of the store are made before this or after it. */
export async function lockPayouts(tx: Transaction, key: StreamKey): Promise<void> {
  await tx.query(
    'SELECT 1 AS one FROM payout_calendars WHERE store_id = $1 AND sandbox = $2 FOR NO KEY UPDATE',
    [key.storeId, key.sandbox],
  )
}

type Scheduled = StreamKey & { readonly nextAt: Date | null }

/** The calendars of a store whose schedule or time zone has changed, by mode. */
export function scheduleUpdate(changes: readonly Scheduled[]): RowSet {
  return { table: 'payout_calendars', by: ['storeId', 'sandbox'], changes }
}
