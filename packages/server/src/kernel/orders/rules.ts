/**
 * What may be done to a confirmed order, and what it does to the amounts (contract §7).
 *
 * With T total, V voided, C captured, Rc refunded on captures, Ru refunded of what is not captured,
 * R = Rc + Ru:
 * 1. T − V − R = (C − Rc) + (T − V − Ru − C), and no part is ever negative.
 * 2. Whenever V + R = T after an operation, the order is cancelled in that same operation.
 * 3. Nothing changes a cancelled or ko order; captures, voids and refunds need a confirmed one.
 * Checks run from the most general to the most specific; the first that fails is the answer.
 */
import {
  add,
  type Cents,
  cents,
  type ErrorCode,
  max,
  type OrderEdit,
  type Shipping,
  subtract,
} from '@svc/api'
import { type Order, openAmount } from '../../model/order/order.ts'
import { nextState } from '../../model/order/states.ts'
import { assert, type Decision } from '../../platform/refusal.ts'

/**
 * The refusal that an order's state alone makes, or undefined. `action` on the wire: capture, void,
 * refund.
 */
export function refusedByState(order: Order): { refused: ErrorCode; detail: object } | undefined {
  const detail = { values: { state: order.state } }
  if (order.state === 'cancelled' || order.state === 'ko')
    return { refused: 'order_cancelled', detail }
  if (order.state !== 'confirmed') return { refused: 'order_not_confirmed', detail }
  return undefined
}

/** An amount beyond what remains, named on the field; the schema has seen to the lower bound. */
export function refusedByAmount(
  amount: Cents,
  remaining: Cents,
  hint: string,
): { refused: ErrorCode; detail: object } | undefined {
  assert(amount >= 1, `an operation over ${amount}`)
  if (amount <= remaining) return undefined
  const sentence = `must be at most ${remaining}, what remains${hint}`
  return { refused: 'amount_exceeds_remaining', detail: { fields: { amount: [sentence] } } }
}

/** Invariant 2: applied last by every operation that voids, refunds or lowers the total. */
export function settled(order: Order, at: Date): Order {
  if (openAmount(order) > 0) return order
  const next = nextState(order.state, 'settled_whole')
  if (next === undefined) throw new Error(`an order that is ${order.state} cannot be settled`)
  return { ...order, state: next.state, statusReason: next.reason, cancelledAt: at }
}

/** An edit: `total_amount` may fall to the settled amount, never rise. */
export function decideEdit(order: Order, edit: OrderEdit, at: Date): Decision<Order> {
  const values = { state: order.state }
  if (order.state === 'cancelled' || order.state === 'ko') {
    return { refused: 'order_cancelled', detail: { values } }
  }
  const total = edit.total_amount === undefined ? order.totalAmount : cents(edit.total_amount)
  const currency = edit.currency ?? order.currency
  if (order.state !== 'confirmed') {
    if (total === order.totalAmount && currency === order.currency) return { plan: order }
    return { refused: 'total_locked', detail: { values } }
  }
  if (currency !== order.currency) return { refused: 'currency_locked', detail: { values } }
  const limit = order.totalAmount
  if (total > limit) {
    return { refused: 'amount_exceeds_approval', detail: { values: { ...values, limit } } }
  }
  const settledAlready = add(
    order.voidedAmount,
    order.capturedAmount,
    order.refundedUncapturedAmount,
  )
  const bound = max(cents(1), settledAlready)
  if (total < bound) {
    const sentence = `must be at least ${bound}, what is voided, captured or refunded already`
    return {
      refused: 'total_below_settled',
      detail: { fields: { 'order.total_amount': [sentence] } },
    }
  }
  return { plan: settled({ ...order, totalAmount: total }, at) }
}

/** The store's cancel: ends a pending order ko, settles the whole rest of a confirmed one. */
export function decideCancel(order: Order, at: Date): Decision<Order> {
  const next = nextState(order.state, 'cancelled_by_store')
  if (next === undefined) {
    return { refused: 'order_cancelled', detail: { values: { state: order.state } } }
  }
  const ended = {
    ...order,
    state: next.state,
    statusReason: next.reason,
    expiresAt: null,
    cancelledAt: at,
  }
  if (order.state !== 'confirmed') return { plan: ended }
  const uncaptured = subtract(
    order.totalAmount,
    order.voidedAmount,
    order.refundedUncapturedAmount,
    order.capturedAmount,
  )
  return {
    plan: {
      ...ended,
      voidedAmount: add(order.voidedAmount, uncaptured),
      refundedCapturedAmount: order.capturedAmount,
    },
  }
}

/** The discounts after an edit: PUT (`whole`) takes an absent one to its default, PATCH a null. */
export function editedDiscounts(
  order: Pick<Order, 'discount' | 'discountRate'>,
  edit: OrderEdit,
  whole: boolean,
): Pick<Order, 'discount' | 'discountRate'> {
  const edited = <T>(value: T | null | undefined, stored: T | null) =>
    value === undefined && !whole ? stored : (value ?? null)
  return {
    discount: centsOrNull(edited(edit.discount, order.discount)),
    discountRate: edited(edit.discount_rate, order.discountRate),
  }
}

const centsOrNull = (value: number | null): Cents | null => (value === null ? null : cents(value))

/** The stored shipping under a merge patch; nothing left of it is null. */
export function mergedShipping(
  stored: Shipping | null,
  patch: OrderEdit['shipping'],
): Shipping | null {
  const merged = Object.entries({ ...(patch === null ? {} : stored), ...patch })
  const present = merged.filter(([, value]) => value !== null)
  // A patch that names nothing else has passed its schema.
  return present.length === 0 ? null : (Object.fromEntries(present) as Shipping)
}
