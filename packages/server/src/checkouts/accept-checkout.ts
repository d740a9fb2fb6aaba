import type { Buyer, Customer, DocumentLanguage } from '@svc/api'
import { recordBuyer } from '../buyers/record.ts'
import type { Caller, Writing } from '../context.ts'
import { detailsUpdate, getDetails } from '../details/store.ts'
import { signedDocuments } from '../documents/archive.ts'
import { agreedCapture } from '../lapses/rules.ts'
import { agreedTerms } from '../loans/agree.ts'
import type { Order } from '../orders/order.ts'
import { orderQueue } from '../orders/store.ts'
import { signedMethod } from '../payments/authorising.ts'
import type { PaymentMethod } from '../payments/payment.ts'
import { accept, existing, Refused } from '../refusal.ts'
import { agreedCosts } from '../settlements/rules.ts'
import { checkoutOffers } from './offered.ts'
import { movedRows } from './rows.ts'
import {
  type Check,
  decideBuyer,
  decideCheck,
  decideCheckAtOnce,
  decideMove,
  decideOffer,
  decideOpen,
  decidePerson,
  minutesAfter,
  type Wish,
} from './rules.ts'
import { lockCheckout } from './store.ts'

export type AcceptInput = {
  readonly checkoutId: string
  readonly wish: Wish & { readonly language?: DocumentLanguage | undefined }
  /**
   * Makes the buyer's data from the customer's, where they are given with the signature and not
   * before.
   */
  readonly buyerOf?: (customer: Customer) => Buyer
  /** How he pays; what is taken at once has been authorised. Absent: nothing is asked of it. */
  readonly method?: PaymentMethod | undefined
  /** How the identity check goes, where the sandbox plays it: now, or of one signed before. */
  readonly check?: Check | undefined
}

/** The buyer signs: the decision is made, and the store is asked to confirm (contract §5, §6). */
export function acceptCheckout(
  { writer, clock, ids }: Writing,
  { store, sandbox }: Caller,
  { checkoutId, wish, buyerOf, check, method }: AcceptInput,
): Promise<Order> {
  const key = { storeId: store.id, sandbox, ref: checkoutId }
  return writer.transaction(orderQueue(key), async (tx) => {
    const before = existing(await lockCheckout(tx, key), 'checkout', checkoutId)
    const at = clock.now()
    const confirmBy = minutesAfter(at, store.settings.confirmation_timeout)
    const details = await getDetails(tx, before)
    if (before.state === 'challenge_required' && check !== undefined) {
      const after = accept(decideCheck(before, check, { at, confirmBy }))
      const { order, rowSets } = movedRows(before, [after], { details, at, ids })
      return tx.commit(order, ...rowSets)
    }
    accept(decideOpen(before, at))
    const buyer =
      buyerOf === undefined ? details.buyer : accept(decideBuyer(buyerOf(details.customer)))
    if (buyer === null) {
      throw new Refused('body_invalid', { fields: { buyer: ['is required before signing'] } })
    }
    const offers = checkoutOffers(store, { order: before, details }, at)
    const offer = accept(decideOffer(offers, wish))
    const paid = method && (await signedMethod(tx, before, { offer, method, at }))
    const move = decidePerson(buyer.document_id)
    const deadline = {
      accepted: confirmBy,
      checked: minutesAfter(at, details.merchant.timeout_extra ?? 2880),
    }
    const expiresAt = move === 'accepted' || move === 'checked' ? deadline[move] : null
    const person = await recordBuyer(tx, { scope: before, buyer, at, ids })
    const signed = {
      ...accept(decideMove(before, move, { at, expiresAt })),
      buyerId: person.buyerId,
      product: offer.product,
      numInstalments: offer.num_instalments,
      nominalRate: offer.nominal_rate,
      ...agreedCapture(store.settings, before, offer),
      ...agreedCosts(store.settings, before, offer),
    }
    const decided = accept(decideCheckAtOnce(signed, check, { at, confirmBy }))
    const states = decided === signed ? [signed] : [signed, decided]
    const { order, rowSets } = movedRows(before, states, { details, at, ids })
    const loanTerms = agreedTerms(store, offer, details.eventDate)
    const told = detailsUpdate(order, { offer, buyer, loanTerms })
    const paying = paid === undefined ? [] : paid(order)
    const source = { store, order, details, offer, buyer, loanTerms, at, signedAt: at }
    const kept = move === 'refused_by_decision' ? [] : [signedDocuments(source, wish.language, ids)]
    return tx.commit(order, ...rowSets, ...person.rowSets, told, ...paying, ...kept)
  })
}
