import type { Caller, Reading } from '../context.ts'
import type { OrderDetails } from '../details/details.ts'
import { getDetails } from '../details/store.ts'
import { type Offer, offersFor } from '../financing/offers.ts'
import { isId } from '../ids.ts'
import type { Order } from '../orders/order.ts'
import { findOrder } from '../orders/store.ts'
import { Refused } from '../refusal.ts'

/** A checkout with what was sent to create it; by its id only. */
export async function getCheckout(
  { database }: Reading,
  { store, sandbox }: Caller,
  checkoutId: string,
): Promise<{ order: Order; details: OrderDetails }> {
  const order = isId(checkoutId)
    ? await findOrder(database, { storeId: store.id, sandbox, ref: checkoutId })
    : undefined
  if (!order) throw new Refused('checkout_not_found', { fields: { checkout__id: checkoutId } })
  return { order, details: await getDetails(database, order) }
}

/** What the buyer may choose from. */
export async function listOffers(
  reading: Reading,
  caller: Caller,
  checkoutId: string,
): Promise<readonly Offer[]> {
  const { order, details } = await getCheckout(reading, caller, checkoutId)
  return offersFor(caller.store.settings.products, {
    amount: order.totalAmount,
    currency: order.currency,
    product: details.requestedProduct,
  })
}
