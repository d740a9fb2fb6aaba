import type { ApiKey } from '../../model/keys/api-key.ts'
import { existing } from '../../platform/refusal.ts'
import type { Reading } from '../caller/context.ts'
import { findKey } from './store.ts'

export async function getKey(
  { database }: Reading,
  { storeId, keyId }: { storeId: string; keyId: string },
): Promise<ApiKey> {
  return existing(await findKey(database, { storeId, id: keyId }), 'api_key', keyId)
}
