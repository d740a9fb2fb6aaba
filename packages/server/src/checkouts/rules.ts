/**
 * A buyer's way from basket to signed order (contract §5). Invariants:
 * 1. A state changes only as orders/states.ts allows. 2. What is signed is one of the offers made
 * for the amount.
 * 3. A name (`mid`) belongs to at most one order that is signed or was ever confirmed.
 */
import type { Buyer, Product } from '@svc/api'
import type { Offer } from '../financing/offers.ts'
import type { Order } from '../orders/order.ts'
import { nextState, type OrderMove } from '../orders/states.ts'
import type { Decision } from '../refusal.ts'
import { readDocument } from './document.ts'

const MINUTE_MS = 60_000
export const minutesAfter = (at: Date, minutes: number): Date =>
  new Date(at.getTime() + minutes * MINUTE_MS)

/** The sandbox's people: in the sandbox the person alone decides (contract §10). */
export function decidePerson(document: string): OrderMove {
  if (document === '99999998T') return 'refused_by_decision'
  if (document === '99999995C') return 'checked'
  return 'accepted'
}

/** An older order of the same name: in the way, to be expired, or neither. */
export function decideMid(earlier: readonly Order[]): Decision<readonly Order[]> {
  const taken = earlier.find((order) => order.state !== 'in_process' && order.state !== 'ko')
  if (taken !== undefined) {
    const values = { mid: taken.mid, state: taken.state }
    return { refused: 'order_id_used', detail: { values } }
  }
  return { plan: earlier.filter((order) => order.state === 'in_process') }
}

/** Moves a pending order on; the deadline of the new state is the caller's. */
export function decideMove(
  order: Order,
  move: OrderMove,
  { at, expiresAt }: { at: Date; expiresAt: Date | null },
): Decision<Order> {
  const next = nextState(order.state, move)
  if (next === undefined) {
    const finished = nextState(order.state, 'timed_out') === undefined
    const values = { state: order.state }
    return { refused: finished ? 'checkout_finished' : 'checkout_state', detail: { values } }
  }
  return {
    plan: {
      ...order,
      state: next.state,
      statusReason: next.reason,
      expiresAt,
      ...(next.state === 'confirmation_required' ? { verifiedAt: order.verifiedAt ?? at } : {}),
      ...(next.state === 'confirmed' ? { confirmedAt: at } : {}),
      ...(move === 'timed_out' ? { expiredAt: at } : {}),
    },
  }
}

/** The buyer's data with his document in its canonical form. */
export function decideBuyer(buyer: Buyer): Decision<Buyer> {
  const document = readDocument(buyer.document_id)
  if (document !== undefined) return { plan: { ...buyer, document_id: document } }
  const fields = { document_id: ['is not a NIF or NIE whose check letter is right'] }
  return { refused: 'body_invalid', detail: { fields } }
}

/** What is signed when the buyer names no product (contract §11). */
const PREFERRED: readonly Product[] = ['instalments', 'pay_in_4', 'pay_later']

export type Wish = {
  readonly product?: Product | undefined
  readonly num_instalments?: number | undefined
}

export function decideOffer(offers: readonly Offer[], wish: Wish): Decision<Offer> {
  const preferred = PREFERRED.find((name) => offers.some((offer) => offer.product === name))
  const product = wish.product ?? preferred
  const ofProduct = offers.filter((offer) => offer.product === product)
  if (ofProduct.length === 0) {
    return {
      refused: 'body_invalid',
      detail: { fields: { product: ['is not offered for this order'] } },
    }
  }
  const chosen = ofProduct.find(
    (offer) => wish.num_instalments === undefined || offer.num_instalments === wish.num_instalments,
  )
  if (chosen !== undefined) return { plan: chosen }
  const counts = ofProduct.map((offer) => offer.num_instalments).join(', ')
  const fields = { num_instalments: [`must be one of ${counts}`] }
  return { refused: 'body_invalid', detail: { fields } }
}
