import { isDeepStrictEqual } from 'node:util'
import { nextPayoutAt } from '../../model/payouts/calendar.ts'
import { type StoredStore, storeIn } from '../../model/stores/store-terms.ts'
import type { RowSet } from '../../platform/database/database.ts'
import { scheduleUpdate } from '../payout-calendars/store.ts'
import type { Times } from '../terms/versioning.ts'

type Change = { readonly earlier: StoredStore; readonly later: StoredStore }

/** By recorded terms: a schedule that takes effect later moves its date then. */
const keptIn = (stored: StoredStore, sandbox: boolean) => storeIn(stored, { sandbox, at: null })

/**
 * The payout dates that a store's change moves: if the days of a mode stay the same, its date does
 * too, even if it is due.
 */
export function rescheduled({ real, inSandbox }: Times, { earlier, later }: Change): RowSet[] {
  const storeId = later.id
  const moved = [false, true].filter((sandbox) => {
    const [before, after] = [keptIn(earlier, sandbox), keptIn(later, sandbox)]
    const { payout_schedule: schedule } = after.settings
    const isSame = isDeepStrictEqual(schedule, before.settings.payout_schedule)
    return after.timeZone !== before.timeZone || !isSame
  })
  if (moved.length === 0) return []
  const dates = moved.map((sandbox) => {
    const { settings, timeZone } = keptIn(later, sandbox)
    const at = sandbox ? inSandbox : real
    return { storeId, sandbox, nextAt: nextPayoutAt(settings.payout_schedule, timeZone, at) }
  })
  return [scheduleUpdate(dates)]
}
