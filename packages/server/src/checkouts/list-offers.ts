import type { Caller, Reading } from '../context.ts'
import { type Offer, offersFor } from '../financing/offers.ts'
import { Refused } from '../refusal.ts'
import { findCheckout } from './store.ts'

/** What the buyer may choose from. */
export async function listOffers(
  { database }: Reading,
  { store, sandbox }: Caller,
  checkoutId: string,
): Promise<readonly Offer[]> {
  const found = await findCheckout(database, { storeId: store.id, sandbox, ref: checkoutId })
  if (!found) throw new Refused('checkout_not_found', { fields: { checkout__id: checkoutId } })
  const { order, details } = found
  return offersFor(store.settings.products, {
    amount: order.totalAmount,
    currency: order.currency,
    product: details.requestedProduct,
  })
}
