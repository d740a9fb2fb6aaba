/**
 * What the lender lets a store do, in each mode (decision 0117). Invariants: 1. a store that nobody
 * has changed is active. 2. An active store may do all, a closed one nothing. 3. Whatever is
 * switched off, refunds, voids and cancellations go on until the store is closed.
 */
import type { StoreStateName } from '@svc/api'
import type { Decision } from '../../platform/refusal.ts'

/** What is on. */
export type Switches = {
  /** Checkouts and signatures. */
  readonly newCredit: boolean
  /** Confirmations and captures of what was signed; while they are off, deadlines stand still. */
  readonly captures: boolean
  /** Payouts on the calendar. */
  readonly payouts: boolean
}

export type StoreState = Switches & {
  readonly state: StoreStateName
  /** Of the changes in this mode; 0: there was none. */
  readonly version: number
}

export const allOn: Switches = { newCredit: true, captures: true, payouts: true }
export const unchangedState: StoreState = { ...allOn, state: 'active', version: 0 }

/** What an operation needs: `open` is whatever a store may do until it is closed. */
export type StorePower = 'newCredit' | 'captures' | 'open'

/** Refusals: `store_suspended`. */
export function decidePower(state: StoreState, power: StorePower): Decision<StoreState> {
  const allowed = power === 'open' ? state.state !== 'closed' : state[power]
  if (allowed) return { plan: state }
  return { refused: 'store_suspended', detail: { values: { state: state.state } } }
}
