import type { StoredAccount } from '../../model/stores/store-terms.ts'
import { isId } from '../../platform/ids.ts'
import { existing } from '../../platform/refusal.ts'
import { findStoreAccount } from '../../tenancy/accounts/store.ts'
import type { Reading } from '../../tenancy/caller/context.ts'

/** Refusals: `store_not_found`. */
export async function getStore({ database }: Reading, id: string): Promise<StoredAccount> {
  const store = isId(id) ? await findStoreAccount(database, id) : undefined
  return existing(store, 'store', id)
}
