/** Whose checkout a page shows: what is looked up to know who may hold it. */
import { isActive } from '../api-keys/api-key.ts'
import { findKeyByHash } from '../api-keys/store.ts'
import type { Reading, TimedReading } from '../context.ts'
import { originOf } from '../http/formats.ts'
import { findOrderAnywhere } from '../orders/store.ts'
import { hashKey, isWellFormedKey } from '../stores/key-format.ts'
import { findStore } from '../stores/store.ts'
import type { Store } from '../stores/store-account.ts'
import type { HolderStore } from './rules.ts'

export async function storeOfCheckout(
  { database }: Reading,
  id: string,
): Promise<HolderStore | undefined> {
  const order = await findOrderAnywhere(database, id)
  return holderStore(order && (await findStore(database, order.storeId)))
}

/** Of a key that counts now; a public key is enough. */
export async function storeOfKey(
  { database, clock }: TimedReading,
  key: string,
): Promise<HolderStore | undefined> {
  if (!isWellFormedKey(key)) return undefined
  const found = await findKeyByHash(database, hashKey(key))
  return found && isActive(found.key, clock.now()) ? holderStore(found.store) : undefined
}

function holderStore(store: Store | undefined): HolderStore | undefined {
  if (store === undefined) return undefined
  const { url, origins } = store.settings
  return { site: originOf(URL.parse(url)?.origin ?? ''), origins }
}
