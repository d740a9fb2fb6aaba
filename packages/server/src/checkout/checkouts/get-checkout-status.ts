import type { Order } from '../../model/order/order.ts'
import { existing } from '../../platform/refusal.ts'
import type { Caller, Reading } from '../../tenancy/caller/context.ts'
import { findCheckout } from './store.ts'

/** The order behind a checkout, as far as it has come. */
export async function getCheckoutStatus(
  { database }: Reading,
  { store, sandbox }: Caller,
  checkoutId: string,
): Promise<Order> {
  const checkout = existing(
    await findCheckout(database, { storeId: store.id, sandbox, ref: checkoutId }),
    'checkout',
    checkoutId,
  )
  return checkout.order
}
