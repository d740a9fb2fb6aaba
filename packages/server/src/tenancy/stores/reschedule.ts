import { isDeepStrictEqual } from 'node:util'
import { nextPayoutAt } from '../../model/payouts/calendar.ts'
import { type StoredStore, storeIn } from '../../model/stores/store-terms.ts'
import type { RowSet, Transaction } from '../../platform/database/database.ts'
import { scheduleUpdate } from '../payout-calendars/store.ts'
import { holdTestClock } from '../test-clocks/store.ts'
import { timeOf } from '../test-clocks/test-clock.ts'

type Change = { readonly earlier: StoredStore; readonly later: StoredStore }

/**
 * The payout dates that a change of a store moves: a mode whose days stay as they are keeps its
 * date, also one that is due.
 */
export async function rescheduled(
  tx: Transaction,
  now: Date,
  { earlier, later }: Change,
): Promise<RowSet[]> {
  const storeId = later.id
  const moved = [false, true].filter((sandbox) => {
    const [before, after] = [storeIn(earlier, { sandbox }), storeIn(later, { sandbox })]
    const { payout_schedule: schedule } = after.settings
    const isSame = isDeepStrictEqual(schedule, before.settings.payout_schedule)
    return after.timeZone !== before.timeZone || !isSame
  })
  if (moved.length === 0) return []
  const testClock = await holdTestClock(tx, storeId)
  const dates = moved.map((sandbox) => {
    const { settings, timeZone } = storeIn(later, { sandbox })
    const at = sandbox && testClock !== undefined ? timeOf(testClock, now) : now
    return { storeId, sandbox, nextAt: nextPayoutAt(settings.payout_schedule, timeZone, at) }
  })
  return [scheduleUpdate(dates)]
}
