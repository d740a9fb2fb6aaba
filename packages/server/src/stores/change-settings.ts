import type { StorePatch } from '@svc/api'
import type { Writing } from '../context.ts'
import { accept, assert } from '../refusal.ts'
import type { Vault } from '../vault.ts'
import { decideSettings } from './rules.ts'
import { lockStore, settingsUpdate } from './store.ts'
import type { StoreAccount } from './store-account.ts'

export type ChangeSettingsInput = {
  readonly storeId: string
  readonly patch: StorePatch
  readonly cleared: ReadonlySet<string>
  readonly vault: Vault
}

/** Changes what was sent and leaves the rest: two changes of different settings keep both. */
export function changeSettings(
  { writer }: Writing,
  { storeId, patch, cleared, vault }: ChangeSettingsInput,
): Promise<StoreAccount> {
  return writer.transaction(`store/${storeId}`, async (tx) => {
    const before = await lockStore(tx, storeId)
    assert(before !== undefined, `there is no store ${storeId}`)
    const { tokenSet } = before
    const { store, token } = accept(decideSettings({ store: before, tokenSet, patch, cleared }))
    const sealed = token === undefined ? undefined : token === null ? null : vault.seal(token)
    const after = { ...before, ...store, tokenSet: token === undefined ? tokenSet : token !== null }
    return tx.commit(after, settingsUpdate(store, sealed))
  })
}
