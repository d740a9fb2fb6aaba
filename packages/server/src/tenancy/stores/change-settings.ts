import type { StorePatch } from '@svc/api'
import type { StoreAccount } from '../../model/stores/store-account.ts'
import { allowedIn, storeIn } from '../../model/stores/store-terms.ts'
import { accept, assert } from '../../platform/refusal.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { lockStore } from '../accounts/store.ts'
import { acted } from '../actions/acted.ts'
import type { RealWriting } from '../caller/context.ts'
import { actsForLender } from '../caller/lender-only.ts'
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
    const stored = await lockStore(tx, storeId)
    assert(stored !== undefined, `there is no store ${storeId}`)
    const before = storeIn(stored, mode)
    const { tokenSet } = before
    const input = { store: before, tokenSet, patch, cleared, zoneKnown }
    const { store, token, logo } = accept(decideSettings(input))
    if (!actsForLender(mode, mode)) {
      const allowed = allowedIn(stored, mode)
      accept(decideNarrowing({ before, allowed, after: store, patch, cleared }))
    }
    const sealed =
      token === undefined
        ? undefined
        : token === null
          ? null
          : vault.seal(token, tokenPlace(storeId))
    const set = token === undefined ? tokenSet : token !== null
    const after = { ...before, ...store, tokenSet: set, version: before.version + 1 }
    const storedNext = storedAfter(stored, store, mode)
    const calendars = await rescheduled(tx, clock.now(), { earlier: stored, later: storedNext })
    const change = settingsChangeOf(before, store, { tokenSent: token !== undefined })
    if (change === undefined) return tx.commit(before)
    const logos = logo === undefined ? [] : [logoRow(storeId, logo)]
    const rows = [settingsUpdate(storedNext, sealed), ...logos, ...calendars]
    return tx.commit(after, acted(writing, change, ...rows))
  })
}
