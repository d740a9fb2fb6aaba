import type { Order } from '../../model/order/order.ts'
import type { Store } from '../../model/stores/store-account.ts'
import { underTerms } from '../../model/stores/store-terms.ts'
import type { Reader } from '../../platform/database/database.ts'
import { findTerms } from './store.ts'

/**
 * The store as it applies to a checkout: until the signature, under the terms that were in force
 * when it was created (decision 0131). Reads nothing unless they differ from the present ones.
 */
export async function underTermsOf(
  reader: Reader,
  store: Store,
  { storeId, sandbox, termsVersion: version }: Pick<Order, 'storeId' | 'sandbox' | 'termsVersion'>,
): Promise<Store> {
  if (version === null || version === store.terms.version) return store
  const older = await findTerms(reader, { storeId, sandbox, version })
  if (older === undefined) return store
  const { effectiveFrom: since, terms } = older
  return underTerms(store, { version, since, terms })
}
