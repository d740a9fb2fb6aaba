import { dayOf } from '../calendar.ts'
import type { Caller, Reading } from '../context.ts'
import { type Offer, offersFor } from '../financing/offers.ts'
import { existing } from '../refusal.ts'
import { findCheckout } from './store.ts'

/** What the buyer may choose from if he signs today. */
export async function listOffers(
  { database, clock }: Reading,
  { store, sandbox }: Caller,
  checkoutId: string,
): Promise<readonly Offer[]> {
  const found = existing(
    await findCheckout(database, { storeId: store.id, sandbox, ref: checkoutId }),
    'checkout',
    checkoutId,
  )
  const { order, details } = found
  return offersFor(store.settings.products, {
    amount: order.totalAmount,
    currency: order.currency,
    product: details.requestedProduct,
    discounts: details.campaignDiscounts,
    on: dayOf(clock.now(), store.timeZone),
    eventDate: details.eventDate,
  })
}
