import { getRequest } from '../../kernel/details/store.ts'
import { existing } from '../../platform/refusal.ts'
import type { Caller, Reading } from '../../tenancy/caller/context.ts'
import { findCheckout } from './store.ts'
import type { Checkout } from './view.ts'

/** A checkout with the body that created it; by its id only. */
export async function getCheckout(
  { database }: Reading,
  { store, sandbox }: Caller,
  checkoutId: string,
): Promise<Checkout> {
  const checkout = existing(
    await findCheckout(database, { storeId: store.id, sandbox, ref: checkoutId }),
    'checkout',
    checkoutId,
  )
  return { ...checkout, request: await getRequest(database, checkout.order) }
}
