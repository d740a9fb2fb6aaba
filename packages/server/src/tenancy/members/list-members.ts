import type { Reading } from '../caller/context.ts'
import { listMembers as listRows } from './store.ts'

/** A page of a store's members, the newest first, with the exact count. */
export function listMembers(
  { database }: Reading,
  storeId: string,
  page: { readonly page: number; readonly pageSize: number },
): ReturnType<typeof listRows> {
  return listRows(database, storeId, page)
}
