import type { Decision } from '../../platform/refusal.ts'
import type { Order } from './order.ts'
import { nextState, type OrderMove } from './states.ts'
/** Moves a pending order to its next state; the caller sets the new deadline. */
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

/** The deadline itself is too late. */
export function isOver({ expiresAt }: Order, at: Date): boolean {
  return expiresAt !== null && expiresAt <= at
}

const waitsForBuyer = ({ state }: Order): boolean =>
  state === 'in_process' || state === 'challenge_required'

/** A checkout that waits for its buyer is not finished, unless it has expired. */
export function refusedAsItIs(order: Order, at: Date): Decision<never> {
  const waits = waitsForBuyer(order)
  const over = isOver(order, at)
  const values = { state: waits && over ? 'expired' : order.state }
  return { refused: waits && !over ? 'checkout_state' : 'checkout_finished', detail: { values } }
}

/** Whether the buyer still has to act: to sign, or to pass the identity check. */
export function decideAwaited(order: Order, at: Date): Decision<Order> {
  const awaited = waitsForBuyer(order) && !isOver(order, at)
  return awaited ? { plan: order } : refusedAsItIs(order, at)
}

/** Whether the buyer may still fill in, sign or leave. */
export function decideOpen(order: Order, at: Date): Decision<Order> {
  const open = order.state === 'in_process' && !isOver(order, at)
  return open ? { plan: order } : refusedAsItIs(order, at)
}

/** An older order with the same store id: blocking, to be expired, or neither. */
export function decideMid(earlier: readonly Order[]): Decision<readonly Order[]> {
  const taken = earlier.find((order) => order.state !== 'in_process' && order.state !== 'ko')
  if (taken !== undefined) {
    const values = { mid: taken.mid, state: taken.state }
    return { refused: 'order_id_used', detail: { values } }
  }
  return { plan: earlier.filter((order) => order.state === 'in_process') }
}
