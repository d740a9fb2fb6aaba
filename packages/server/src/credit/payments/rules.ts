/**
 * The effects of a provider's answers on a payment (decision 0036). Invariants:
 * 1. Repeating an answer has no effect, in whatever order the answers arrive.
 * 2. Changes of the buyer's debt are effects, and each change of the outcome is one effect.
 * 3. While it is open, nobody knows whether the money has moved: it stays open until this is
 *    known.
 * 4. An authorisation is held by at most one signature, and is released if nothing uses it.
 */
import { type Cents, limits, ZERO } from '@svc/api'
import type { Offer } from '../../model/financing/offers.ts'
import type { Order } from '../../model/order/order.ts'
import type { FoundOutcome, Payment, PaymentState } from '../../model/payment/payment.ts'
import { newPayment } from '../../model/payment/request.ts'
import { assert, type Decision } from '../../platform/refusal.ts'

/**
 * The effect of an answer: `late_success` is money that had been given up, `charge_back` money that
 * is gone again.
 */
type Effect = 'success' | 'failure' | 'late_success' | 'charge_back'
export type Settled = { readonly payment: Payment; readonly effect: Effect | null }

const SECOND_MS = 1_000
/** By the number of attempts without an answer. */
const LOOKS_SECONDS = [60, 60, 120, 300, 900, 3_600, 21_600]
/** The interval for checking reversible payments. */
const PROVISIONAL_LOOK_MS = 6 * 3_600 * SECOND_MS

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

/** Without a result: again later, with growing intervals. */
export function unanswered(payment: Payment, at: Date): Payment {
  const seconds = LOOKS_SECONDS[Math.min(payment.asks, LOOKS_SECONDS.length - 1)] ?? 0
  return { ...payment, asks: payment.asks + 1, askAt: later(at, seconds * SECOND_MS) }
}

/** The amount owed back to the buyer's bank, or to nobody, once the provider has confirmed. */
function successOf({ kind, amount }: Payment): PaymentState {
  if (kind !== 'authorisation') return 'succeeded'
  return amount > ZERO ? 'held' : 'released'
}

/** Decides the effect of an answer on a payment; the caller holds the lock of its order. */
export function settlePayment(payment: Payment, outcome: FoundOutcome, at: Date): Settled {
  if (outcome.state === 'unknown' || outcome.state === 'never_seen') return unsettled(payment, at)
  return outcome.state === 'succeeded'
    ? succeeded(payment, outcome, at)
    : failed(payment, outcome, at)
}

const unchanged = (payment: Payment): Settled => ({ payment, effect: null })

function succeeded(
  payment: Payment,
  { reference, provisional = false }: FoundOutcome & { state: 'succeeded' },
  at: Date,
): Settled {
  const { state } = payment
  const askAt = provisional ? later(at, PROVISIONAL_LOOK_MS) : null
  const known = { ...payment, reference, provisional, askAt }
  if (state === 'succeeded') return unchanged(known)
  if (state !== 'open' && state !== 'failed' && state !== 'charged_back') return unchanged(payment)
  const settled = { state: successOf(payment), reason: null, settledAt: at }
  return {
    payment: { ...known, ...settled },
    effect: state === 'open' ? 'success' : 'late_success',
  }
}

function failed(
  payment: Payment,
  { reason }: FoundOutcome & { state: 'failed' },
  at: Date,
): Settled {
  const { state } = payment
  const ended = { ...payment, reason, provisional: false, askAt: null, settledAt: at }
  if (state === 'open') return { payment: { ...ended, state: 'failed' }, effect: 'failure' }
  if (state !== 'succeeded') return unchanged(payment)
  return { payment: { ...ended, state: 'charged_back' }, effect: 'charge_back' }
}

/** An open payment stays open; a reversible one is checked again. */
function unsettled(payment: Payment, at: Date): Settled {
  if (payment.state === 'open') return unchanged(unanswered(payment, at))
  const askAt = payment.provisional ? later(at, PROVISIONAL_LOOK_MS) : payment.askAt
  return unchanged({ ...payment, askAt })
}

/** Whether a request that never arrived is to be sent again. */
export function isWanted({ kind }: Payment, { state }: Order): boolean {
  if (kind === 'authorisation') return state === 'in_process'
  return kind === 'return' || state === 'confirmed'
}

/** It never reached the provider and is not wanted any more. */
export function abandoned(payment: Payment, at: Date): Settled {
  assert(payment.state === 'open', `payment ${payment.id} is ${payment.state}`)
  const ended = { state: 'failed', reason: 'never_arrived', askAt: null, settledAt: at } as const
  return { payment: { ...payment, ...ended }, effect: 'failure' }
}

/** An authorisation that nothing will take is given back; others stay as they are. */
export function withoutHold(payment: Payment, at: Date): Payment {
  return payment.state === 'held' ? { ...payment, state: 'releasing', askAt: at } : payment
}

/** The result of a release: released, or nothing was held any more. */
export function settleRelease(payment: Payment, outcome: FoundOutcome, at: Date): Payment {
  if (payment.state !== 'releasing') return payment
  if (outcome.state === 'unknown' || outcome.state === 'never_seen') return unanswered(payment, at)
  return { ...payment, state: 'released', askAt: null }
}

/** The payment at signing: a down payment or pay_in_4's first part, with the fee. */
export function upfrontAmount({ product, schedule }: Offer): Cents {
  const [first] = schedule
  const atOnce = first !== undefined && (first.number === 0 || product === 'pay_in_4')
  return atOnce ? first.amount : ZERO
}

type AuthorisationPlan =
  /** No request is needed. */
  | { readonly kind: 'held'; readonly payment: Payment }
  /** Requested before with this card and amount, and unanswered: the same key again. */
  | { readonly kind: 'again'; readonly payment: Payment }
  /** A new one; holds for another request are released. */
  | { readonly kind: 'new'; readonly release: readonly Payment[] }

type AuthorisationWish = {
  readonly amount: Cents
  /** The card is the one of the earlier requests. */
  readonly sameCard: boolean
  /** The order's, for the refusal. */
  readonly state: string
}

/**
 * How a card gets authorised for a signature, by the authorisations that its checkout has already:
 * never a second one while what became of the first is not known.
 */
export function decideAuthorisation(
  authorisations: readonly Payment[],
  { amount, sameCard, state }: AuthorisationWish,
): Decision<AuthorisationPlan> {
  const open = authorisations.find((payment) => payment.state === 'open')
  if (open !== undefined) {
    if (sameCard && open.amount === amount) return { plan: { kind: 'again', payment: open } }
    return { refused: 'authorisation_pending', detail: { values: { state } } }
  }
  const held = authorisations.filter((payment) => payment.state === 'held')
  const fitting = held.find((payment) => payment.amount === amount)
  if (sameCard && fitting !== undefined) return { plan: { kind: 'held', payment: fitting } }
  if (authorisations.length >= limits.cardTriesMax) {
    const values = { state, limit: limits.cardTriesMax }
    return { refused: 'card_limit_reached', detail: { values } }
  }
  return { plan: { kind: 'new', release: held } }
}

/**
 * Whether the payment at signing is held, checked under the order's lock; other holds are released.
 */
export function decideHeld(
  authorisations: readonly Payment[],
  { amount, state }: { amount: Cents; state: string },
): Decision<{ readonly release: readonly Payment[] }> {
  const held = authorisations.filter((payment) => payment.state === 'held')
  const taken = held.find((payment) => payment.amount === amount)
  if (taken === undefined && amount > ZERO) {
    return { refused: 'authorisation_pending', detail: { values: { state } } }
  }
  return { plan: { release: held.filter((payment) => payment !== taken) } }
}

export type Collection = {
  readonly charge: Payment | undefined
  readonly credit: Payment | undefined
  /** The reference of what the charge takes from. */
  readonly authorisation: string | undefined
  /** Authorisations that are taken from, or given back. */
  readonly changed: readonly Payment[]
}

type Collecting = {
  /** The amounts to charge and to refund now; 0: nothing. */
  readonly charge: Cents
  readonly credit: Cents
  readonly provider: string
  readonly at: Date
  readonly newId: () => string
}

/**
 * Requests to the provider for a confirmed order: nothing while the last was not answered. Of
 * its payments those count that are open or held.
 */
export function decideCollection(
  order: Order,
  payments: readonly Payment[],
  { charge, credit, provider, at, newId }: Collecting,
): Collection {
  const isOpen = (kind: Payment['kind']) =>
    payments.some((payment) => payment.kind === kind && payment.state === 'open')
  const held = payments.filter(({ state }) => state === 'held')
  const asks = (kind: 'charge' | 'return', amount: Cents) => amount > ZERO && !isOpen(kind)
  const taken = asks('charge', charge) ? held.find(({ amount }) => amount >= charge) : undefined
  const made = (kind: 'charge' | 'return', amount: Cents, authorisationId: string | null) =>
    asks(kind, amount)
      ? newPayment(order, { kind, amount, provider, authorisationId, id: newId(), at })
      : undefined
  return {
    charge: made('charge', charge, taken?.id ?? null),
    credit: made('return', credit, null),
    authorisation: taken?.reference ?? undefined,
    changed: held.map((each) =>
      each === taken ? { ...each, state: 'used', askAt: null } : withoutHold(each, at),
    ),
  }
}
