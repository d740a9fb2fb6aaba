import type { StoredAccount } from '../../model/stores/store-terms.ts'
import { isId } from '../../platform/ids.ts'
import { existing } from '../../platform/refusal.ts'
import { findStoreAccount } from '../../tenancy/accounts/store.ts'
import type { Reading } from '../../tenancy/caller/context.ts'

/** The store whose terms they are. Refusals: `store_not_found`. */
export async function accountOf({ database }: Reading, id: string): Promise<StoredAccount> {
  return existing(isId(id) ? await findStoreAccount(database, id) : undefined, 'store', id)
}
