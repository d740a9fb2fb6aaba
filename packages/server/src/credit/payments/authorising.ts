/**
 * A card is authorised before its buyer signs. The request is written before it is sent and settled
 * after it, each in a transaction of its own: whatever happens in between, the next attempt goes on
 * from there, with the same key.
 */

import type { Cents } from '@svc/api'
import { lockOrder, orderQueue } from '../../kernel/orders/store.ts'
import {
  findMethod,
  listAuthorisations,
  methodRow,
  paymentRow,
  paymentUpdate,
} from '../../kernel/payments/store.ts'
import type { Offer } from '../../model/financing/offers.ts'
import { decideOpen } from '../../model/order/moves.ts'
import type { Order } from '../../model/order/order.ts'
import { type Payment, type PaymentMethod, tokenPlace } from '../../model/payment/payment.ts'
import { newPayment } from '../../model/payment/request.ts'
import { decidePower } from '../../model/stores/store-state.ts'
import type { RowSet, Transaction } from '../../platform/database/database.ts'
import { accept, Refused } from '../../platform/refusal.ts'
import { actedOn } from '../../tenancy/actions/acted.ts'
import { holdStoreState } from '../../tenancy/store-states/store.ts'
import type { PaymentProvider } from './provider.ts'
import { type Authorising, findOutcome, sendPayment } from './provider-calls.ts'
import { decideAuthorisation, decideHeld, upfrontAmount, withoutHold } from './rules.ts'
import { settle } from './settling.ts'

type Wished = {
  readonly order: Order
  readonly provider: PaymentProvider
  readonly method: PaymentMethod
  readonly amount: Cents
  /** The request's member for the card. */
  readonly field: string
}

/** Refuses with the bank's answer, or if it has not answered yet. */
export async function authorise(authorising: Authorising, wished: Wished): Promise<void> {
  const { order, provider, field } = wished
  const begun = await begin(authorising, wished)
  if (begun === undefined || begun.payment.state === 'held') return
  const { payment, method } = begun
  const request = { provider, payment, method }
  const known = begun.again ? await findOutcome(authorising, request) : undefined
  const answer =
    known === undefined || known.state === 'never_seen'
      ? await sendPayment(authorising, request)
      : known
  const { state, reason } = await settle(authorising, payment, answer)
  if (state === 'failed') {
    throw new Refused('card_declined', { fields: { [field]: [`was not accepted: ${reason}`] } })
  }
  if (state === 'open') {
    throw new Refused('authorisation_pending', { values: { state: order.state } })
  }
}

type Begun = {
  readonly payment: Payment
  readonly method: PaymentMethod
  /** It may have been sent before. */
  readonly again: boolean
}

/** Records the request before it is sent; undefined if the checkout is not open any more. */
function begin(
  { database, clock, ids, acting, vault }: Authorising,
  { order: { storeId, sandbox, id }, provider, method, amount }: Wished,
): Promise<Begun | undefined> {
  const key = { storeId, sandbox, ref: id }
  return database.transaction<Begun | undefined>(orderQueue(key), async (tx) => {
    const order = await lockOrder(tx, key)
    const at = clock.now()
    if (order === undefined || decideOpen(order, at).refused !== undefined) {
      return tx.commit(undefined)
    }
    accept(decidePower(await holdStoreState(tx, key), 'newCredit'))
    const known = await findMethod(tx, order)
    const place = tokenPlace(storeId, id)
    const sameCard =
      known?.provider === provider.name &&
      vault.open(known.sealedToken, place) === vault.open(method.sealedToken, place)
    const { state } = order
    const authorisations = await listAuthorisations(tx, order)
    const plan = accept(decideAuthorisation(authorisations, { amount, sameCard, state }))
    if (plan.kind !== 'new') {
      return tx.commit({ payment: plan.payment, method: known ?? method, again: true })
    }
    const requested = { kind: 'authorisation', amount, provider: provider.name } as const
    const payment = newPayment(order, { ...requested, id: ids.next(), at })
    const released = plan.release.map((held) => paymentUpdate(withoutHold(held, at)))
    const rows = [paymentRow(payment), methodRow(order, method, at), ...released]
    const authorised = actedOn({ acting, ids }, order, 'checkout.authorise', ...rows)
    return tx.commit({ payment, method, again: false }, authorised)
  })
}

type Signing = { readonly offer: Offer; readonly method: PaymentMethod; readonly at: Date }

/**
 * The rows of a buyer's method of payment at the signature, by the state of the order; refuses if
 * the first payment is not held. A hold for another offer is released, which the end of an order
 * does by itself.
 */
export async function signedMethod(
  tx: Transaction,
  before: Order,
  { offer, method, at }: Signing,
): Promise<(after: Order) => RowSet[]> {
  const { state } = before
  const authorisations = await listAuthorisations(tx, before)
  const { release } = accept(decideHeld(authorisations, { amount: upfrontAmount(offer), state }))
  const released = release.map((held) => paymentUpdate(withoutHold(held, at)))
  const written = methodRow(before, method, at)
  return (after) => (after.state === 'ko' ? [written] : [written, ...released])
}
