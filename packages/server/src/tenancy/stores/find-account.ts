import type { StoreAccount } from '../../model/stores/store-account.ts'
import { assert } from '../../platform/refusal.ts'
import { findStoreAccount } from '../accounts/store.ts'
import type { Reading } from '../caller/context.ts'

/** The store as it is now, not as a key remembers it. */
export async function findAccount({ database }: Reading, storeId: string): Promise<StoreAccount> {
  const account = await findStoreAccount(database, storeId)
  assert(account !== undefined, `there is no store ${storeId}`)
  return account
}
