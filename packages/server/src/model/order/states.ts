import type { OrderState } from './order.ts'

/** The events that move an order from one state to the next (contract §5). */
export type OrderMove =
  | 'refused_by_decision'
  | 'checked'
  | 'accepted'
  | 'timed_out'
  | 'confirmed_by_store'
  | 'rejected_by_store'
  | 'settled_whole'
  | 'cancelled_by_store'
  | 'withdrawn_by_buyer'

type Next = { readonly state: OrderState; readonly reason: string }
const ko = (reason: string): Next => ({ state: 'ko', reason })

/**
 * The states of an order, complete by type: an absent transition is forbidden. The reasons are
 * those that the wire shows with the financing result. docs/reference/order-states.md is drawn from
 * this table.
 */
export const orderStates = {
  in_process: {
    refused_by_decision: ko('ko_generic'),
    checked: { state: 'challenge_required', reason: 'challenge_required' },
    accepted: { state: 'confirmation_required', reason: 'confirmation_required' },
    timed_out: ko('expired'),
    cancelled_by_store: ko('confirmation_rejected_by_merchant'),
  },
  challenge_required: {
    accepted: { state: 'confirmation_required', reason: 'confirmation_required' },
    refused_by_decision: ko('failed_challenge'),
    timed_out: ko('expired_challenge'),
    cancelled_by_store: ko('confirmation_rejected_by_merchant'),
    withdrawn_by_buyer: ko('confirmation_rejected_by_merchant'),
  },
  confirmation_required: {
    confirmed_by_store: { state: 'confirmed', reason: '' },
    rejected_by_store: ko('confirmation_rejected_by_merchant'),
    timed_out: ko('merchant_failed_to_confirm'),
    cancelled_by_store: ko('confirmation_rejected_by_merchant'),
    withdrawn_by_buyer: ko('confirmation_rejected_by_merchant'),
  },
  confirmed: {
    settled_whole: { state: 'cancelled', reason: '' },
    cancelled_by_store: { state: 'cancelled', reason: '' },
  },
  cancelled: {},
  ko: {},
} as const satisfies Record<OrderState, Partial<Record<OrderMove, Next>>>

/** The next state, or undefined if the table forbids the transition. */
export function nextState(state: OrderState, move: OrderMove): Next | undefined {
  const moves: Partial<Record<OrderMove, Next>> = orderStates[state]
  return moves[move]
}
