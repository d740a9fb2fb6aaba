/**
 * From basket to signed order (contract §5). Invariants:
 * 1. A state changes only as orders/states.ts allows.
 * 2. A buyer signs one of the offers made for the amount.
 * 3. A name (`mid`) belongs to at most one order that is signed or was ever confirmed.
 */

import {
  type Buyer,
  type BuyerInput,
  cents,
  type DecisionOutcome,
  type Product,
  rate,
  share,
} from '@svc/api'
import type { DecisionLimits } from '../../model/decision-limits/limits.ts'
import type { Offer } from '../../model/financing/offers.ts'
import { decideMove, isOver, refusedAsItIs } from '../../model/order/moves.ts'
import type { Order } from '../../model/order/order.ts'
import type { OrderMove } from '../../model/order/states.ts'
import { readDocument } from '../../model/people/document.ts'
import type { Decision } from '../../platform/refusal.ts'
import { type Identity, MASK } from './masking.ts'

const MINUTE_MS = 60_000
export const minutesAfter = (at: Date, minutes: number): Date =>
  new Date(at.getTime() + minutes * MINUTE_MS)

const MOVES: Readonly<Record<DecisionOutcome, OrderMove>> = {
  accepted: 'accepted',
  checked: 'checked',
  refused: 'refused_by_decision',
}

/** The effect of a decision on an order that its buyer has signed. */
export function decideSigned(
  order: Order,
  outcome: DecisionOutcome,
  { at, deadlines }: { at: Date; deadlines: { accepted: Date; checked: Date } },
): Decision<Order> {
  const expiresAt = outcome === 'refused' ? null : deadlines[outcome]
  return decideMove(order, MOVES[outcome], { at, expiresAt })
}

/** Declined with the data, before anything was signed: a signature is answered with that. */
export const isDeclinedUnsigned = (order: Order, signed: Offer | null): boolean =>
  order.state === 'ko' && order.statusReason === 'ko_generic' && signed === null

export type Check = 'pass' | 'fail'
type CheckTimes = { readonly at: Date; readonly confirmBy: Date }

/** The identity check is passed or failed, while its time lasts (contract §5). */
export function decideCheck(
  order: Order,
  check: Check,
  { at, confirmBy }: CheckTimes,
): Decision<Order> {
  if (order.state !== 'challenge_required' || isOver(order, at)) return refusedAsItIs(order, at)
  return check === 'pass'
    ? decideMove(order, 'accepted', { at, expiresAt: confirmBy })
    : decideMove(order, 'refused_by_decision', { at, expiresAt: null })
}

/**
 * The state of an order at its signature: a check of zero minutes is over, a simulated one is
 * decided.
 */
export function decideCheckAtOnce(
  signed: Order,
  check: Check | undefined,
  times: CheckTimes,
): Decision<Order> {
  if (signed.state !== 'challenge_required') return { plan: signed }
  const { at } = times
  if (isOver(signed, at)) return decideMove(signed, 'timed_out', { at, expiresAt: null })
  return check === undefined ? { plan: signed } : decideCheck(signed, check, times)
}

/**
 * The buyer's data, with the document in its canonical form. Identifying values are shown masked:
 * omitted ones stay as they are stored.
 */
export function decideBuyer(given: BuyerInput, stored: Identity = {}): Decision<Buyer> {
  const { first_name = '', last_name = '' } = given
  const { phone = '', birthday = '', document_id = '' } = { ...stored, ...given }
  const needed = { first_name, last_name, phone, birthday, document_id }
  const fields: Record<string, string[]> = {}
  for (const [name, value] of Object.entries(needed)) {
    if (value === '') fields[name] = ['is required']
    else if (value.includes(MASK)) fields[name] = ['is masked: leave it out to keep what is stored']
  }
  if (Object.keys(fields).length > 0) return { refused: 'body_invalid', detail: { fields } }
  const document = readDocument(document_id)
  if (document !== undefined) return { plan: { ...given, ...needed, document_id: document } }
  fields.document_id = ['is not a NIF or NIE whose check letter is right']
  return { refused: 'body_invalid', detail: { fields } }
}

/** The product signed when the buyer names none (contract §11). */
const PREFERRED: readonly Product[] = ['instalments', 'pay_in_4', 'pay_later']

export type Wish = {
  readonly product?: Product | undefined
  readonly num_instalments?: number | undefined
  /** As the buyer has read it: nobody signs an offer that they were not shown. */
  readonly total_amount?: number | undefined
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
  if (chosen !== undefined) {
    const { total_amount: read = chosen.total_amount } = wish
    if (read === chosen.total_amount) return { plan: chosen }
    const fields = { total_amount: [`is ${chosen.total_amount} now: the terms have changed`] }
    return { refused: 'body_invalid', detail: { fields } }
  }
  const counts = ofProduct.map((offer) => offer.num_instalments).join(', ')
  const fields = { num_instalments: [`must be one of ${counts}`] }
  return { refused: 'body_invalid', detail: { fields } }
}

type DataPlan = {
  readonly wish: Wish
  readonly buyer: Pick<Buyer, 'income'>
  readonly limits: DecisionLimits
}

/**
 * The plan that a decision on the buyer's data is about: their choice, else the one that a
 * signature would take, else, if their income does not allow that, the one with the lowest
 * payments: nobody is declined for a plan that they did not choose.
 */
export function decideDataOffer(
  offers: readonly Offer[],
  { wish, buyer, limits }: DataPlan,
): Decision<Offer> {
  const chosen = decideOffer(offers, wish)
  const { income } = buyer
  if (wish.product !== undefined || chosen.refused !== undefined || income === undefined) {
    return chosen
  }
  const { amount } = chosen.plan
  if (amount <= share(cents(income), rate(limits.instalment_share_max))) return chosen
  const lowest = (one: Offer, other: Offer) => (other.amount < one.amount ? other : one)
  return { plan: offers.reduce(lowest, chosen.plan) }
}
