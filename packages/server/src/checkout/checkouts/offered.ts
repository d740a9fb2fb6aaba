import type { OrderDetails } from '../../kernel/details/details.ts'
import { type Offer, offersFor } from '../../model/financing/offers.ts'
import type { Order } from '../../model/order/order.ts'
import type { Store } from '../../model/stores/store-account.ts'
import { dayOf } from '../../platform/time/calendar.ts'

/** What the buyer of a checkout may choose from if they sign now. */
export function checkoutOffers(
  store: Store,
  { order, details }: { readonly order: Order; readonly details: OrderDetails },
  at: Date,
): Offer[] {
  return offersFor(store.settings.products, {
    amount: order.totalAmount,
    currency: order.currency,
    product: details.requestedProduct,
    discounts: details.campaignDiscounts,
    on: dayOf(at, store.timeZone),
    eventDate: details.eventDate,
  })
}
