import type { OrderDetails } from '../../kernel/details/details.ts'
import { type Offer, offersFor } from '../../model/financing/offers.ts'
import type { Order } from '../../model/order/order.ts'
import type { Store } from '../../model/stores/store-account.ts'
import { BoundedMap } from '../../platform/bounded-map.ts'
import { dayOf } from '../../platform/time/calendar.ts'

/** So many of the last, a few kilobytes each. */
const ANSWERS_MAX = 300
const answers = new BoundedMap<string, readonly Offer[]>(ANSWERS_MAX)

/**
 * The buyer's choices if they sign now. They are computed when the buyer looks, when their card is
 * authorised and when they sign, and the search for annual rates takes time: the last answers are
 * reused for the same question.
 */
export function checkoutOffers(
  store: Store,
  { order, details }: { readonly order: Order; readonly details: OrderDetails },
  at: Date,
): readonly Offer[] {
  const { products } = store.settings
  const question = {
    amount: order.totalAmount,
    currency: order.currency,
    product: details.requestedProduct,
    discounts: details.campaignDiscounts,
    on: dayOf(at, store.timeZone),
    eventDate: details.eventDate,
  }
  const key = JSON.stringify([products, question])
  const known = answers.get(key)
  if (known !== undefined) return known
  const offers = offersFor(products, question)
  answers.set(key, offers)
  return offers
}
