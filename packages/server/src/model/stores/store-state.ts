/**
 * What the lender lets a store do, in each mode (decision 0117). Invariants: 1. a store that nobody
 * has changed is active. 2. An active store may do all, a closed one nothing. 3. Whatever is
 * switched off, refunds, voids and cancellations go on until the store is closed.
 */
import type { StoreStateName } from '@svc/api'
import type { Decision } from '../../platform/refusal.ts'

/** The permitted operations. */
export type Switches = {
  /** Checkouts and signatures. */
  readonly newCredit: boolean
  /** Confirmations and captures of signed orders; while they are off, deadlines stand still. */
  readonly captures: boolean
  /** Scheduled payouts. */
  readonly payouts: boolean
}

export type StoreState = Switches & {
  readonly state: StoreStateName
  /** The number of changes in this mode; 0: none. */
  readonly version: number
}

export const allOn: Switches = { newCredit: true, captures: true, payouts: true }
export const unchangedState: StoreState = { ...allOn, state: 'active', version: 0 }

/**
 * The permission that an operation needs: `open` is everything permitted until the store is closed.
 */
export type StorePower = 'newCredit' | 'captures' | 'open'

/** Refusals: `store_suspended`. */
export function decidePower(state: StoreState, power: StorePower): Decision<StoreState> {
  const allowed = power === 'open' ? state.state !== 'closed' : state[power]
  if (allowed) return { plan: state }
  return { refused: 'store_suspended', detail: { values: { state: state.state } } }
}
