import type { StoreAccount } from '../../model/stores/store-account.ts'
import { isId } from '../../platform/ids.ts'
import { existing } from '../../platform/refusal.ts'
import { findStoreAccount } from '../../tenancy/accounts/store.ts'
import type { Reading } from '../../tenancy/caller/context.ts'

/** Refusals: `store_not_found`. */
export async function getStore({ database }: Reading, id: string): Promise<StoreAccount> {
  const store = isId(id) ? await findStoreAccount(database, id) : undefined
  return existing(store, 'store', id)
}
