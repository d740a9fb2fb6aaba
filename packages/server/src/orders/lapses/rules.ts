/**
 * The expiry of authorisations (contract §7). Invariants:
 * 1. The capture terms agreed at the signature apply, whatever the store's settings become.
 * 2. An order has a capture deadline exactly while an amount remains to be captured.
 * 3. An expiry is announced once, before it happens; it voids the whole remainder.
 */
import { add, type Cents, ZERO } from '@svc/api'
import { settled } from '../../kernel/orders/rules.ts'
import { type Offer, termsOf } from '../../model/financing/offers.ts'
import { type Order, remainingCaptureAmount } from '../../model/order/order.ts'
import type { StoreSettings } from '../../model/stores/store-account.ts'

/** 24 hours each: no clock change moves a deadline. */
const DAY_MS = 24 * 3_600_000
const WARNED_DAYS_BEFORE = 7
const DAYS = 90
const DAYS_OF_PAY_LATER = 30

/** The store's terms for captures of an order signed under this offer. */
export function agreedCapture(
  settings: StoreSettings,
  order: Order,
  offer: Pick<Offer, 'product' | 'num_instalments'>,
): Pick<Order, 'automaticCapture' | 'captureWithin'> {
  const terms = termsOf(settings.products, offer, {
    amount: order.totalAmount,
    currency: order.currency,
  })
  return {
    automaticCapture: terms?.capture === 'automatic',
    captureWithin: terms?.capture_within ?? settings.capture_within,
  }
}

/** A confirmed order with its deadline; a short one is announced immediately. */
export function withDeadline(order: Order, at: Date): Order {
  const days = order.captureWithin ?? (order.product === 'pay_later' ? DAYS_OF_PAY_LATER : DAYS)
  const captureBefore = new Date(at.getTime() + days * DAY_MS)
  const announced = captureBefore.getTime() - WARNED_DAYS_BEFORE * DAY_MS
  return { ...order, captureBefore, lapseDueAt: new Date(Math.max(at.getTime(), announced)) }
}

/** The order after the next step, and what that voids: the announcement voids nothing. */
type LapsePlan = {
  readonly order: Order
  readonly voided: Cents
  readonly captureBefore: Date
}

/** The step that is due, or undefined. A late run takes one step after the other. */
export function decideLapse(order: Order, at: Date): LapsePlan | undefined {
  const { captureBefore, lapseDueAt } = order
  if (captureBefore === null || lapseDueAt === null || lapseDueAt > at) return undefined
  if (lapseDueAt < captureBefore) {
    return { order: { ...order, lapseDueAt: captureBefore }, voided: ZERO, captureBefore }
  }
  const voided = remainingCaptureAmount(order)
  const after = { ...order, voidedAmount: add(order.voidedAmount, voided) }
  return { order: settled(after, at), voided, captureBefore }
}
