/** What is known of an order, as its documents need it. */
import type { Buyer } from '@svc/api'
import { dayOf } from '../calendar.ts'
import type { OrderDetails } from '../details/details.ts'
import type { Offer } from '../financing/offers.ts'
import type { Order } from '../orders/order.ts'
import type { Store } from '../stores/store-account.ts'
import type { Collection, DocumentBuyer, DocumentData } from './document-data.ts'
import { documentOfferOf } from './offer-data.ts'

export type Source = {
  readonly store: Store
  readonly order: Order
  readonly details: OrderDetails
  /** The one that is signed, or looked at. */
  readonly offer: Offer
  readonly buyer: Buyer | null
  readonly at: Date
  readonly signedAt: Date | null
}

const STANDARD_COLLECTION: Collection = { retryDays: [2, 5, 10], lateAfterDays: 3 }

export function documentDataOf(source: Source): DocumentData {
  const { store, order, details, offer, at, signedAt } = source
  const { name, timeZone, settings } = store
  return {
    sandbox: order.sandbox,
    timeZone,
    store: { name, url: settings.url === '' ? null : settings.url },
    lender: settings.lender,
    buyer: buyerOf(source),
    order: {
      id: order.id,
      mid: order.mid,
      amount: order.approvedAmount,
      currency: order.currency,
      articles: details.articles.map(({ name: article, quantity }) => {
        return { name: article, quantity }
      }),
    },
    offer: documentOfferOf(offer, dayOf(signedAt ?? at, timeZone)),
    collection: STANDARD_COLLECTION,
    madeAt: at,
    signedAt,
  }
}

/** Who has not said who he is goes by what the store sent of its customer. */
function buyerOf({ details: { customer }, buyer }: Source): DocumentBuyer {
  const { first_name: first, last_name: last } = buyer ?? customer
  const name = [first, last].filter((each) => each !== undefined).join(' ')
  return {
    name: name === '' ? customer.email : name,
    email: customer.email,
    documentId: buyer?.document_id ?? null,
  }
}
