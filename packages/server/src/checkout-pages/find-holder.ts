import { isActive } from '../api-keys/api-key.ts'
import { findKeyByHash } from '../api-keys/store.ts'
import type { Clock } from '../clock.ts'
import type { Reading } from '../context.ts'
import { originOf } from '../http/formats.ts'
import { findOrderAnywhere } from '../orders/store.ts'
import { hashKey, isWellFormedKey } from '../stores/key-format.ts'
import { findStore } from '../stores/store.ts'
import type { Store } from '../stores/store-account.ts'
import { decideHolder } from './rules.ts'

export type HolderInput = {
  /** What says whose checkout it is. */
  readonly by: { readonly checkoutId: string } | { readonly publicKey: string }
  readonly asked: string | null | undefined
  readonly own: readonly string[]
}

/** The origin whose page may hold the page in a frame; null: none may. */
export async function findHolder(
  reading: Reading & { readonly clock: Clock },
  { by, asked, own }: HolderInput,
): Promise<string | null> {
  const found =
    'checkoutId' in by ? ofCheckout(reading, by.checkoutId) : ofKey(reading, by.publicKey)
  const settings = (await found)?.settings
  const site = originOf(URL.parse(settings?.url ?? '')?.origin ?? '')
  const store = settings && { site, origins: settings.origins }
  return decideHolder({ asked, own, store })
}

async function ofCheckout({ database }: Reading, id: string): Promise<Store | undefined> {
  const order = await findOrderAnywhere(database, id)
  return order && findStore(database, order.storeId)
}

async function ofKey(
  { database, clock }: Reading & { readonly clock: Clock },
  key: string,
): Promise<Store | undefined> {
  if (!isWellFormedKey(key)) return undefined
  const found = await findKeyByHash(database, hashKey(key))
  return found !== undefined && isActive(found.key, clock.now()) ? found.store : undefined
}
