import type { Insert, RowSet } from '../../platform/database/database.ts'

/** The calendars of a new store, one for each mode. */
export function calendarRows(storeId: string, nextAt: Date | null): Insert {
  const rows = [true, false].map((sandbox) => ({ storeId, sandbox, nextAt }))
  return { table: 'payout_calendars', rows }
}

/** Both calendars of a store whose schedule or time zone has changed. */
export function scheduleUpdate(
  storeId: string,
  nextAt: { readonly live: Date | null; readonly sandbox: Date | null },
): RowSet {
  const changes = [true, false].map((sandbox) => ({
    storeId,
    sandbox,
    nextAt: sandbox ? nextAt.sandbox : nextAt.live,
  }))
  return { table: 'payout_calendars', by: ['storeId', 'sandbox'], changes }
}
