import type { LenderKey } from '../../model/keys/lender-key.ts'
import type { Reading } from '../../tenancy/caller/context.ts'
import { countLenderKeys, listLenderKeys } from './store.ts'

/** A page of them, those that have ended too. */
export async function listKeys(
  { database }: Reading,
  page: { readonly page: number; readonly pageSize: number },
): Promise<{ readonly count: number; readonly keys: readonly LenderKey[] }> {
  const keys = await listLenderKeys(database, page)
  return { count: await countLenderKeys(database), keys }
}
