import type { Buyer, Customer } from '@svc/api'
import type { Caller, Writing } from '../context.ts'
import { detailsUpdate, getDetails } from '../details/store.ts'
import { offersFor } from '../financing/offers.ts'
import { confirmationRow, informationRow } from '../notifications/outbox.ts'
import type { Order } from '../orders/order.ts'
import { recordOperation } from '../orders/record.ts'
import { lockOrder, orderQueue } from '../orders/store.ts'
import { accept, existing, Refused } from '../refusal.ts'
import {
  decideBuyer,
  decideMove,
  decideOffer,
  decidePerson,
  minutesAfter,
  type Wish,
} from './rules.ts'

export type AcceptInput = {
  readonly checkoutId: string
  readonly wish: Wish
  /**
   * Makes the buyer's data from the customer's, where they are given with the signature and not
   * before.
   */
  readonly buyerOf?: (customer: Customer) => Buyer
}

/** The buyer signs: the decision is made, and the store is asked to confirm (contract §5, §6). */
export function acceptCheckout(
  { writer, clock, ids }: Writing,
  { store, sandbox }: Caller,
  { checkoutId, wish, buyerOf }: AcceptInput,
): Promise<Order> {
  const key = { storeId: store.id, sandbox, ref: checkoutId }
  return writer.transaction(orderQueue(key), async (tx) => {
    const before = existing(await lockOrder(tx, key), 'checkout', checkoutId)
    if (before.state !== 'in_process') {
      throw new Refused('checkout_finished', { values: { state: before.state } })
    }
    const details = await getDetails(tx, before)
    const buyer =
      buyerOf === undefined ? details.buyer : accept(decideBuyer(buyerOf(details.customer)))
    if (buyer === null) {
      throw new Refused('body_invalid', { fields: { buyer: ['is required before signing'] } })
    }
    const offers = offersFor(store.settings.products, {
      amount: before.totalAmount,
      currency: before.currency,
      product: details.requestedProduct,
    })
    const offer = accept(decideOffer(offers, wish))
    const at = clock.now()
    const move = decidePerson(buyer.document_id)
    const deadline = {
      accepted: minutesAfter(at, store.settings.confirmation_timeout),
      checked: minutesAfter(at, details.merchant.timeout_extra ?? 2880),
    }
    const expiresAt = move === 'accepted' || move === 'checked' ? deadline[move] : null
    const moved = accept(decideMove(before, move, { at, expiresAt }))
    const signed = {
      product: offer.product,
      numInstalments: offer.num_instalments,
      nominalRate: offer.nominal_rate,
    }
    const { order, rowSets } = recordOperation({
      before,
      after: { ...moved, ...signed },
      at,
      ids,
      event: 'checkout.updated',
      effectId: ids.next(),
    })
    const row = move === 'accepted' ? confirmationRow : informationRow
    const told = row(order, details, { at, ids })
    return tx.commit(order, ...rowSets, detailsUpdate(order, { offer, buyer }), told)
  })
}
