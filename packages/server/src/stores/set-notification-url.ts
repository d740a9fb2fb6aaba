import type { Writing } from '../context.ts'
import { assert } from '../refusal.ts'
import { lockStore, settingsUpdate } from './store.ts'
import type { Store } from './store-account.ts'

/** Makes the address in the given store's settings the default for its notifications. */
export function setNotificationUrl({ writer }: Writing, wanted: Store): Promise<void> {
  return writer.transaction(null, async (tx) => {
    const store = await lockStore(tx, wanted.id)
    assert(store !== undefined, `there is no store ${wanted.id}`)
    const { notification_url } = wanted.settings
    if (store.settings.notification_url === notification_url) return tx.commit(undefined)
    const settings = { ...store.settings, notification_url }
    return tx.commit(undefined, settingsUpdate({ ...store, settings }))
  })
}
