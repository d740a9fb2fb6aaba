import type { StoreReference } from '../../model/stores/store-account.ts'
import { isId } from '../../platform/ids.ts'
import { existing } from '../../platform/refusal.ts'
import { findStore } from '../../tenancy/accounts/store.ts'
import type { Reading } from '../../tenancy/caller/context.ts'

/** The payee. Refusals: `store_not_found`. */
export async function findPayee({ database }: Reading, id: string): Promise<StoreReference> {
  return existing(isId(id) ? await findStore(database, id) : undefined, 'store', id)
}
