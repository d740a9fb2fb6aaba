import { checkoutOffers } from '../checkouts/offered.ts'
import { decideOffer } from '../checkouts/rules.ts'
import { findCheckout } from '../checkouts/store.ts'
import type { Places } from '../context.ts'
import type { Offer } from '../financing/offers.ts'
import { agreedTerms } from '../loans/agree.ts'
import { findOrderAnywhere } from '../orders/store.ts'
import { existing, Refused } from '../refusal.ts'
import { findStore } from '../stores/store.ts'
import { buyersLanguage } from './archive.ts'
import { type DocumentWish, kindOf, type OfferWish } from './input.ts'
import { findSigned, madeDocument, type ReadDocument } from './made.ts'
import type { Source } from './order-data.ts'

export type BuyersDocumentInput = {
  readonly checkoutId: string
  /** The last word of the path. */
  readonly name: string
  readonly wish: DocumentWish & OfferWish
}

/** A document for the buyer: before he signs that of the offer he looks at, then what he signed. */
export async function getBuyersDocument(
  { database, clocks }: Places,
  { checkoutId, name, wish }: BuyersDocumentInput,
): Promise<ReadDocument> {
  const { storeId, sandbox } = existing(
    await findOrderAnywhere(database, checkoutId),
    'checkout',
    checkoutId,
  )
  const store = existing(await findStore(database, storeId), 'checkout', checkoutId)
  const key = { storeId, sandbox, ref: checkoutId }
  const { order, details } = existing(await findCheckout(database, key), 'checkout', checkoutId)
  const kind = existing(kindOf(name), 'document', name)
  const clock = await clocks.of({ storeId, sandbox })
  const asked = { store, order, details, at: clock.now() }
  const { language } = wish
  if (order.state !== 'in_process') {
    return existing(await findSigned(database, asked, { kind, language }), 'document', name)
  }
  const draft = kind === 'pre_contract' || kind === 'agreement' ? kind : undefined
  const offer = chosenOffer(asked, wish)
  const loanTerms = agreedTerms(store, offer, details.eventDate)
  const source = { ...asked, offer, buyer: details.buyer, loanTerms, signedAt: null }
  return madeDocument(source, {
    kind: existing(draft, 'document', name),
    language: language ?? buyersLanguage(asked),
  })
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
