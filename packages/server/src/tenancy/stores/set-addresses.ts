import type { StoreSettings } from '../../model/stores/store-account.ts'
import { assert } from '../../platform/refusal.ts'
import { lockStore } from '../accounts/store.ts'
import type { Writing } from '../caller/context.ts'
import { settingsUpdate } from './store.ts'

type Addresses = Partial<Pick<StoreSettings, 'url' | 'notification_url'>>

/** Where a store's site is, and where it is told by default; what is absent stays as it is. */
export function setAddresses(
  { writer }: Writing,
  storeId: string,
  addresses: Addresses,
): Promise<void> {
  return writer.transaction(null, async (tx) => {
    const store = await lockStore(tx, storeId)
    assert(store !== undefined, `there is no store ${storeId}`)
    const settings = { ...store.settings, ...addresses }
    const { url, notification_url } = store.settings
    const same = settings.url === url && settings.notification_url === notification_url
    return same
      ? tx.commit(undefined)
      : tx.commit(undefined, settingsUpdate({ ...store, settings }))
  })
}
