import { isDeepStrictEqual } from 'node:util'
import type { StorePatch } from '@svc/api'
import { nextPayoutAt } from '../../model/payouts/calendar.ts'
import type { Store, StoreAccount } from '../../model/stores/store-account.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { accept, assert } from '../../platform/refusal.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { lockStore } from '../accounts/store.ts'
import { acted } from '../actions/acted.ts'
import type { RealWriting } from '../caller/context.ts'
import { scheduleUpdate } from '../payout-calendars/store.ts'
import { holdTestClock } from '../test-clocks/store.ts'
import { timeOf } from '../test-clocks/test-clock.ts'
import { settingsChangeOf } from './action.ts'
import { decideNarrowing } from './narrowing.ts'
import { tokenPlace } from './secret-places.ts'
import { decideSettings } from './settings-rules.ts'
import { knowsTimeZone, logoRow, settingsUpdate } from './store.ts'

type ChangeSettingsInput = {
  readonly storeId: string
  readonly patch: StorePatch
  readonly cleared: ReadonlySet<string>
  readonly vault: Vault
  /** The lender decides what the store may offer, and at what price. */
  readonly narrowsOnly?: boolean
}

/** Changes what was sent and leaves the rest: two changes of different settings keep both. */
export function changeSettings(
  writing: RealWriting,
  { storeId, patch, cleared, vault, narrowsOnly = false }: ChangeSettingsInput,
): Promise<StoreAccount> {
  const { writer, clock } = writing
  return writer.transaction(`store/${storeId}`, async (tx) => {
    const { time_zone: timeZone } = patch
    // Before the lock: the list takes a while to read.
    const zoneKnown = timeZone === undefined || (await knowsTimeZone(tx, timeZone))
    const before = await lockStore(tx, storeId)
    assert(before !== undefined, `there is no store ${storeId}`)
    const { tokenSet } = before
    const input = { store: before, tokenSet, patch, cleared, zoneKnown }
    const { store, token, logo } = accept(decideSettings(input))
    if (narrowsOnly) accept(decideNarrowing({ before, after: store, patch, cleared }))
    const sealed =
      token === undefined
        ? undefined
        : token === null
          ? null
          : vault.seal(token, tokenPlace(storeId))
    const set = token === undefined ? tokenSet : token !== null
    const after = { ...before, ...store, tokenSet: set, version: before.version + 1 }
    const { payout_schedule: schedule } = store.settings
    const sameDays =
      store.timeZone === before.timeZone &&
      isDeepStrictEqual(schedule, before.settings.payout_schedule)
    const calendars = sameDays ? [] : [scheduleUpdate(storeId, await nextPayouts(tx, store))]
    const change = settingsChangeOf(before, store, { tokenSent: token !== undefined })
    if (change === undefined) return tx.commit(before)
    const logos = logo === undefined ? [] : [logoRow(storeId, logo)]
    const rows = [settingsUpdate({ ...before, ...store }, sealed), ...logos, ...calendars]
    return tx.commit(after, acted(writing, change, ...rows))
  })

  /** In the sandbox the store may have a time of its own. */
  async function nextPayouts(tx: Transaction, { settings, timeZone }: Store) {
    const next = (now: Date) => nextPayoutAt(settings.payout_schedule, timeZone, now)
    const testClock = await holdTestClock(tx, storeId)
    const now = clock.now()
    return {
      live: next(now),
      sandbox: next(testClock === undefined ? now : timeOf(testClock, now)),
    }
  }
}
