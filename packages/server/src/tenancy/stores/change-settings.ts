import type { StorePatch } from '@svc/api'
import type { StoreAccount } from '../../model/stores/store-account.ts'
import { storeIn } from '../../model/stores/store-terms.ts'
import { accept, assert } from '../../platform/refusal.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { lockStore } from '../accounts/store.ts'
import { acted } from '../actions/acted.ts'
import type { RealWriting } from '../caller/context.ts'
import { actsForLender } from '../caller/lender-only.ts'
import { lockPayouts } from '../payout-calendars/store.ts'
import { lockStoreStates } from '../store-states/store.ts'
import { holdTimes, provingTerms, settledTerms, timeIn, versioned } from '../terms/versioning.ts'
import { settingsChangeOf } from './action.ts'
import { decideNarrowing } from './narrowing.ts'
import { patchedAccount, refuseNoAccount } from './patching.ts'
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
  /** The mode whose settings change; in a demo both modes are one. */
  readonly sandbox: boolean
  readonly demo: boolean
}

/**
 * Changes only what was sent: concurrent changes of different settings are both stored.
 */
export function changeSettings(
  writing: RealWriting,
  { storeId, patch, cleared, vault, ...mode }: ChangeSettingsInput,
): Promise<StoreAccount> {
  const { writer, clock } = writing
  return writer.transaction(`store/${storeId}`, async (tx) => {
    const { time_zone: timeZone } = patch
    // Before the lock: reading the list takes a while.
    const zoneKnown = timeZone === undefined || (await knowsTimeZone(tx, timeZone))
    const locked = await lockStore(tx, storeId)
    assert(locked !== undefined, `there is no store ${storeId}`)
    if (actsForLender(mode, mode)) await lockStoreStates(tx, storeId)
    const key = { storeId, sandbox: mode.sandbox }
    // A concurrent payout is made before or after it.
    if (patch.bank_account !== undefined) await lockPayouts(tx, key)
    const times = await holdTimes(tx, storeId, clock.now())
    const at = timeIn(mode, times)
    const settled = settledTerms(locked, times)
    const before = storeIn(settled, { ...mode, at })
    const { tokenSet } = before
    const input = { store: before, tokenSet, patch, cleared, zoneKnown }
    const { store, token, logo } = accept(decideSettings(input))
    const sent = { patch, cleared }
    const account = await patchedAccount(tx, { key, before, sent, times, vault, ids: writing.ids })
    if (actsForLender(mode, mode)) refuseNoAccount(account)
    else {
      const { allowed } = before.terms
      const { changed } = account
      accept(decideNarrowing({ before, allowed, after: store, account: changed, ...sent }))
    }
    const change = settingsChangeOf(before, store, {
      ...{ tokenSent: token !== undefined, account: account.changes },
    })
    if (change === undefined) return tx.commit(before)
    const after = storedAfter(settled, { before, after: store }, mode)
    const { stored, rowSets } = await versioned(tx, mode, { locked, settled, after, at })
    const calendars = rescheduled(times, { earlier: locked, later: stored })
    const sealed = token ? vault.seal(token, tokenPlace(storeId)) : token
    const logos = logo === undefined ? [] : [logoRow(storeId, logo)]
    const own = [settingsUpdate(stored, sealed), ...rowSets, ...logos, ...calendars]
    const set = token === undefined ? tokenSet : token !== null
    const shown = { ...storeIn(stored, { ...mode, at }), tokenSet: set }
    const outcome = { ...shown, ...account.named, version: before.version + 1 }
    return tx.commit(
      outcome,
      acted(writing, provingTerms(change, rowSets), ...own, ...account.rows),
    )
  })
}
