import type { ApiKey } from '../../model/keys/api-key.ts'
import { isId } from '../../platform/ids.ts'
import { existing } from '../../platform/refusal.ts'
import { findStore } from '../accounts/store.ts'
import type { Reading } from '../caller/context.ts'
import { listKeys } from './store.ts'

/** The same for callers that name the store. Refusals: `store_not_found`. */
export async function listStoreKeys(
  { database }: Reading,
  storeId: string,
  page: { page: number; pageSize: number },
): Promise<{ count: number; keys: ApiKey[] }> {
  existing(isId(storeId) ? await findStore(database, storeId) : undefined, 'store', storeId)
  return listKeys(database, storeId, page)
}
