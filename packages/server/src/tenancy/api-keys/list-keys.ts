import type { ApiKey } from '../../model/keys/api-key.ts'
import type { Reading } from '../caller/context.ts'
import { listKeys as listRows } from './store.ts'

/** A page of a store's keys, newest first, with the exact count of all. */
export function listKeys(
  { database }: Reading,
  storeId: string,
  page: { page: number; pageSize: number },
): Promise<{ count: number; keys: ApiKey[] }> {
  return listRows(database, storeId, page)
}
