/** Which pages may use a checkout: the look-ups needed to know it. */

import { getDetails } from '../../kernel/details/store.ts'
import { findOrderAnywhere } from '../../kernel/orders/store.ts'
import { isActive } from '../../model/keys/api-key.ts'
import { storeIn } from '../../model/stores/store-terms.ts'
import { findStoreIn } from '../../tenancy/accounts/store.ts'
import { hashKey, isWellFormedKey } from '../../tenancy/api-keys/key-format.ts'
import { findKeyByHash } from '../../tenancy/api-keys/store.ts'
import type { Reading, TimedReading } from '../../tenancy/caller/context.ts'
import type { PageRules } from '../checkouts/allowed-pages.ts'
import { pageRules } from '../checkouts/page-origins.ts'
import { findCheckout } from '../checkouts/store.ts'
import type { Named } from './input.ts'

type OfServer = { readonly demo: boolean }

export async function rulesOfCheckout(
  { database, demo }: Reading & OfServer,
  id: string,
): Promise<PageRules | undefined> {
  const order = await findOrderAnywhere(database, id)
  if (order === undefined) return undefined
  const { storeId, sandbox } = order
  const store = await findStoreIn(database, { storeId, sandbox, at: null })
  if (store === undefined) return undefined
  const { merchant } = await getDetails(database, order)
  return pageRules({ store, sandbox }, { demo, merchant })
}

/** Of a key that is valid now; a public key is enough. */
export async function rulesOfKey(
  { database, clock, demo }: TimedReading & OfServer,
  { publicKey, sandbox, checkoutId }: Named,
): Promise<PageRules | undefined> {
  if (!isWellFormedKey(publicKey)) return undefined
  const row = await findKeyByHash(database, hashKey(publicKey))
  if (row === undefined || !isActive(row.key, clock.now())) return undefined
  const store = storeIn(row.store, { sandbox, at: null })
  // In this mode alone the page gets a token by the key.
  const checkout = await findCheckout(database, { storeId: store.id, sandbox, ref: checkoutId })
  return pageRules({ store, sandbox }, { demo, merchant: checkout?.details.merchant })
}
