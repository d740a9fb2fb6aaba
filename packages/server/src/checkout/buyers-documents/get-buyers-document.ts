import type { Buyer } from '@svc/api'
import { agreedTerms } from '../../credit/loans/agree.ts'
import type { OrderDetails } from '../../kernel/details/details.ts'
import type { Offer } from '../../model/financing/offers.ts'
import { existing, Refused } from '../../platform/refusal.ts'
import type { Caller, TimedReading } from '../../tenancy/caller/context.ts'
import { maskedIdentity } from '../checkouts/masking.ts'
import { checkoutOffers } from '../checkouts/offered.ts'
import { decideOffer } from '../checkouts/rules.ts'
import { findCheckout } from '../checkouts/store.ts'
import { buyersLanguage } from '../documents/archive.ts'
import { type DocumentWish, kindOf } from '../documents/input.ts'
import { findSigned, madeDocument, type ReadDocument } from '../documents/made.ts'
import type { Source } from '../documents/order-data.ts'
import type { OfferWish } from './input.ts'

type BuyersDocumentInput = {
  readonly checkoutId: string
  /** The last word of the path. */
  readonly name: string
  readonly wish: DocumentWish & OfferWish
}

/**
 * A document for the buyer: before the signature, of the offer they look at; afterwards the signed
 * one.
 */
export async function getBuyersDocument(
  { database, clock }: TimedReading,
  { store, sandbox }: Caller,
  { checkoutId, name, wish }: BuyersDocumentInput,
): Promise<ReadDocument> {
  const key = { storeId: store.id, sandbox, ref: checkoutId }
  const { order, details } = existing(await findCheckout(database, key), 'checkout', checkoutId)
  const kind = existing(kindOf(name), 'document', name)
  const request = { store, order, details, at: clock.now() }
  const { language } = wish
  if (order.state !== 'in_process') {
    return existing(await findSigned(database, request, { kind, language }), 'document', name)
  }
  const draft = kind === 'pre_contract' || kind === 'agreement' ? kind : undefined
  const offer = chosenOffer(request, wish)
  const loanTerms = agreedTerms(store, offer, details.eventDate)
  const source = { ...request, offer, buyer: shownBuyer(details), loanTerms, signedAt: null }
  return madeDocument(source, {
    kind: existing(draft, 'document', name),
    language: language ?? buyersLanguage(request),
  })
}

/** In a draft the number is masked as on the page; a signed document has it whole. */
function shownBuyer({ buyer }: OrderDetails): Buyer | null {
  const { document_id: number } = maskedIdentity(buyer ?? {})
  return buyer && { ...buyer, document_id: number ?? '' }
}

/** As a signature would choose it: the same offers, the same defaults. */
function chosenOffer(
  { store, at, ...checkout }: Pick<Source, 'store' | 'order' | 'details' | 'at'>,
  wish: OfferWish,
): Offer {
  const decision = decideOffer(checkoutOffers(store, checkout, at), wish)
  if (decision.refused === undefined) return decision.plan
  throw new Refused('query_invalid', decision.detail)
}
