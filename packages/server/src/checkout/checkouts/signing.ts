/** The content of a signature, before it is decided whether it is allowed. */
import type { Buyer, Customer, DocumentLanguage } from '@svc/api'
import type { OrderDetails } from '../../kernel/details/details.ts'
import type { Offer } from '../../model/financing/offers.ts'
import { decideOpen } from '../../model/order/moves.ts'
import type { Order } from '../../model/order/order.ts'
import type { PaymentMethod } from '../../model/payment/payment.ts'
import { documentOf } from '../../model/people/document.ts'
import type { Store } from '../../model/stores/store-account.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { Decision } from '../../platform/refusal.ts'
import type { Caller, Writing } from '../../tenancy/caller/context.ts'
import { underTermsOf } from '../../tenancy/terms/under-order.ts'
import { findBuyer } from '../buyers/store.ts'
import { callScorecard, type Deciding, type Scored } from '../decisions/deciding.ts'
import { personScope } from '../persons/scope.ts'
import { findPersonId } from '../persons/store.ts'
import { checkoutOffers } from './offered.ts'
import { type Check, decideBuyer, decideOffer, type Wish } from './rules.ts'
import { findCheckout } from './store.ts'

export type AcceptInput = {
  readonly checkoutId: string
  readonly wish: Wish & { readonly language?: DocumentLanguage | undefined }
  /**
   * Makes the buyer's data from the customer's, where they are given with the signature and not
   * before.
   */
  readonly buyerOf?: (customer: Customer) => Buyer
  /** How they pay; the first payment is authorised already. Absent: not checked. */
  readonly method?: PaymentMethod | undefined
  /** How the identity check goes, where the sandbox plays it: now, or of one signed before. */
  readonly check?: Check | undefined
}

/** The dependencies of signing; the database only for the questions to a scorecard. */
export type Signing = Writing & Deciding & { readonly database?: Reader }

type Given = Pick<AcceptInput, 'wish' | 'buyerOf'> & { readonly store: Store; readonly at: Date }

type Signed = { readonly buyer: Buyer; readonly offer: Offer }

/** The buyer and the offer that they chose, while the checkout is open. */
export function readSignature(
  { order, details }: { readonly order: Order; readonly details: OrderDetails },
  { store, at, wish, buyerOf }: Given,
): Decision<Signed> {
  const open = decideOpen(order, at)
  if (open.refused !== undefined) return open
  const buyer = buyerOf === undefined ? saved(details) : decideBuyer(buyerOf(details.customer))
  if (buyer.refused !== undefined) return buyer
  const offers = checkoutOffers(store, { order, details }, at)
  const offer = decideOffer(offers, wish)
  return offer.refused === undefined ? { plan: { buyer: buyer.plan, offer: offer.plan } } : offer
}

function saved({ buyer }: OrderDetails): Decision<Buyer> {
  if (buyer !== null) return { plan: buyer }
  const fields = { buyer: ['is required before signing'] }
  return { refused: 'body_invalid', detail: { fields } }
}

/**
 * The scorecard's outcome for the signature as it would be now; whether it is allowed is checked
 * later.
 */
export async function scoreFirst(
  signing: Signing,
  { store: now, sandbox }: Caller,
  input: AcceptInput,
): Promise<Scored | undefined> {
  const { database, scorecard, clock } = signing
  const { checkoutId, check } = input
  if (scorecard === undefined || database === undefined) return undefined
  const checkout = await findCheckout(database, { storeId: now.id, sandbox, ref: checkoutId })
  if (checkout === undefined || (check !== undefined && checkout.order.state !== 'in_process')) {
    return undefined
  }
  const at = clock.now()
  const store = await underTermsOf(database, now, checkout.order)
  const read = readSignature(checkout, { ...input, store, at })
  if (read.refused !== undefined) return undefined
  return scoreBuyer(signing, { ...checkout, ...read.plan, store, at })
}

type Judged = Signed & {
  readonly store: Store
  readonly order: Order
  readonly details: OrderDetails
  readonly at: Date
}

/** The scorecard's answer about a buyer, outside of any transaction. */
export async function scoreBuyer(
  signing: Signing,
  { details, ...read }: Judged,
): Promise<Scored | undefined> {
  const { database } = signing
  if (database === undefined) return undefined
  const { order, buyer } = read
  const document = documentOf(buyer.document_id)
  const existing = await findBuyer(database, order, document)
  const personId = await findPersonId(database, personScope(signing, read), document)
  const signature = { ...read, buyerId: existing?.id ?? null, personId: personId ?? null }
  return callScorecard(database, signing, { signature, saved: details.buyer })
}
