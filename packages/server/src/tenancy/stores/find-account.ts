import type { StoreAccount } from '../../model/stores/store-account.ts'
import { storeIn } from '../../model/stores/store-terms.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import { assert } from '../../platform/refusal.ts'
import { findStoreAccount } from '../accounts/store.ts'
import type { TimedReading } from '../caller/context.ts'

/** The store's present state in its mode, not the one cached for a key. */
export async function findAccount(
  { database, clock }: TimedReading,
  { storeId, sandbox }: StreamKey,
): Promise<StoreAccount> {
  const account = await findStoreAccount(database, storeId)
  assert(account !== undefined, `there is no store ${storeId}`)
  return storeIn(account, { sandbox, at: clock.now() })
}
