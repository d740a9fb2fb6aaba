import type { StorePatch } from '@svc/api'
import type { StoreAccount } from '../../model/stores/store-account.ts'
import { storeIn } from '../../model/stores/store-terms.ts'
import { accept, assert } from '../../platform/refusal.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { lockStore } from '../accounts/store.ts'
import { acted } from '../actions/acted.ts'
import type { RealWriting } from '../caller/context.ts'
import { actsForLender } from '../caller/lender-only.ts'
import { lockStoreStates } from '../store-states/store.ts'
import { holdTimes, provingTerms, settledTerms, timeIn, versioned } from '../terms/versioning.ts'
import { settingsChangeOf } from './action.ts'
import { decideNarrowing } from './narrowing.ts'
import { rescheduled } from './reschedule.ts'
import { tokenPlace } from './secret-places.ts'
import { decideSettings } from './settings-rules.ts'
import { knowsTimeZone, logoRow, settingsUpdate } from './store.ts'
import { storedAfter } from './terms.ts'

type ChangeSettingsInput = {
  readonly storeId: string
  readonly patch: StorePatch
  readonly cleared: ReadonlySet<string>
  readonly vault: Vault
  /** In which mode it is changed; on a demo both modes are one. */
  readonly sandbox: boolean
  readonly demo: boolean
}

/** Changes what was sent and leaves the rest: two changes of different settings keep both. */
export function changeSettings(
  writing: RealWriting,
  { storeId, patch, cleared, vault, ...mode }: ChangeSettingsInput,
): Promise<StoreAccount> {
  const { writer, clock } = writing
  return writer.transaction(`store/${storeId}`, async (tx) => {
    const { time_zone: timeZone } = patch
    // Before the lock: the list takes a while to read.
    const zoneKnown = timeZone === undefined || (await knowsTimeZone(tx, timeZone))
    const locked = await lockStore(tx, storeId)
    assert(locked !== undefined, `there is no store ${storeId}`)
    if (actsForLender(mode, mode)) await lockStoreStates(tx, storeId)
    const times = await holdTimes(tx, storeId, clock.now())
    const at = timeIn(mode, times)
    const settled = settledTerms(locked, times)
    const before = storeIn(settled, { ...mode, at })
    const { tokenSet } = before
    const input = { store: before, tokenSet, patch, cleared, zoneKnown }
    const { store, token, logo } = accept(decideSettings(input))
    if (!actsForLender(mode, mode)) {
      const { allowed } = before.terms
      accept(decideNarrowing({ before, allowed, after: store, patch, cleared }))
    }
    const change = settingsChangeOf(before, store, { tokenSent: token !== undefined })
    if (change === undefined) return tx.commit(before)
    const after = storedAfter(settled, { before, after: store }, mode)
    const { stored, rowSets } = await versioned(tx, mode, { locked, settled, after, at })
    const calendars = rescheduled(times, { earlier: locked, later: stored })
    const sealed = token ? vault.seal(token, tokenPlace(storeId)) : token
    const logos = logo === undefined ? [] : [logoRow(storeId, logo)]
    const written = [settingsUpdate(stored, sealed), ...rowSets, ...logos, ...calendars]
    const set = token === undefined ? tokenSet : token !== null
    const shown = { ...storeIn(stored, { ...mode, at }), tokenSet: set }
    const outcome = { ...shown, version: before.version + 1 }
    return tx.commit(outcome, acted(writing, provingTerms(change, rowSets), ...written))
  })
}
