import type { Reading } from '../../tenancy/caller/context.ts'
import { accountOf } from '../terms/account.ts'

/** The object of a second person's approval. Refusals: `store_not_found`. */
export async function objectIn(
  reading: Reading,
  { params }: { readonly params: { readonly storeId: string } },
) {
  const { id } = await accountOf(reading, params.storeId)
  return { kind: 'store', id, storeId: id }
}
