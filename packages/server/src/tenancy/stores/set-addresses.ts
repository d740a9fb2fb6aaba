import type { StoreSettings } from '../../model/stores/store-account.ts'
import { storeIn } from '../../model/stores/store-terms.ts'
import { assert } from '../../platform/refusal.ts'
import { lockStore } from '../accounts/store.ts'
import { acted } from '../actions/acted.ts'
import type { Writing } from '../caller/context.ts'
import { settingsChangeOf } from './action.ts'
import { settingsUpdate } from './store.ts'

const LIVE = { sandbox: false, at: null }
type Addresses = Partial<Pick<StoreSettings, 'url' | 'notification_url'>>

/** Sets the URL of a store's site, and its default notification URL; absent ones stay. */
export function setAddresses(
  writing: Writing,
  storeId: string,
  addresses: Addresses,
): Promise<void> {
  return writing.writer.transaction(null, async (tx) => {
    const store = await lockStore(tx, storeId)
    assert(store !== undefined, `there is no store ${storeId}`)
    const after = { ...store, liveSettings: { ...store.liveSettings, ...addresses } }
    const inLive = [storeIn(store, LIVE), storeIn(after, LIVE)] as const
    const change = settingsChangeOf(...inLive, { tokenSent: false, account: {} })
    if (change === undefined) return tx.commit(undefined)
    return tx.commit(undefined, acted(writing, change, settingsUpdate(after)))
  })
}
