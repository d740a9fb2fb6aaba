/** The data of an order that its documents need. */
import type { Buyer } from '@svc/api'
import { standardTerms } from '../../credit/loans/agree.ts'
import type { OrderDetails } from '../../kernel/details/details.ts'
import type { Offer } from '../../model/financing/offers.ts'
import type { Loan, LoanTerms } from '../../model/loan/loan.ts'
import type { Order } from '../../model/order/order.ts'
import type { Store } from '../../model/stores/store-account.ts'
import { dayOf, laterOf } from '../../platform/time/calendar.ts'
import type { DocumentBuyer, DocumentData } from './document-data.ts'
import { documentOfferOf } from './offer-data.ts'

export type Source = {
  readonly store: Store
  readonly order: Order
  readonly details: OrderDetails
  /** The one that is signed, or looked at. */
  readonly offer: Offer
  readonly buyer: Buyer | null
  /** Null: signed before there were loans. */
  readonly loanTerms: LoanTerms | null
  readonly at: Date
  readonly signedAt: Date | null
  /** Absent before the confirmation. */
  readonly loan?: Loan | undefined
}

export function documentDataOf(source: Source): DocumentData {
  const { store, order, details, offer, at, signedAt } = source
  const { name, settings } = store
  const terms = source.loanTerms ?? standardTerms(offer.product, store.timeZone)
  const { timeZone, eventOn, lateCharge, retryDays, lateAfterDays } = terms
  const signedOn = dayOf(signedAt ?? at, timeZone)
  const later = offer.product === 'instalments' ? (eventOn ?? signedOn) : signedOn
  const startsOn = laterOf(signedOn, later)
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
    offer: documentOfferOf(offer, { startsOn, lateCharge }),
    collection: { retryDays, lateAfterDays },
    startsOn,
    madeAt: at,
    signedAt,
    withdrawableUntil: source.loan?.withdrawableUntil ?? null,
  }
}

/** A buyer who has not filled in the form gets the language of the store's customer data. */
function buyerOf({ details: { customer }, buyer }: Source): DocumentBuyer {
  const { first_name: first, last_name: last } = buyer ?? customer
  const name = [first, last].filter((each) => each !== undefined).join(' ')
  return {
    name: name === '' ? customer.email : name,
    email: buyer?.email ?? customer.email,
    documentId: buyer?.document_id ?? null,
  }
}
