/**
 * The states of a store (decision 0117). Invariants: 1. onboarding → active ⇄ suspended → closing →
 * closed, in each mode; one that never was active is closed directly. 2. Suspending and closing
 * only restrict: a switch that is off stays off until a suspension is lifted, by two people
 * (decision 0159). 3. A store is closed when nothing of it is pending any more.
 */
import { allOn, type StoreState, type Switches } from '../../model/stores/store-state.ts'
import type { Decision } from '../../platform/refusal.ts'

export type StateAct = 'activate' | 'suspend' | 'resume' | 'close'

type Wish = Partial<Switches>
type Next = Omit<StoreState, 'version'>

/** Refusals: `store_state`, `body_invalid`. */
export function decideState(before: StoreState, act: StateAct, wish: Wish = {}): Decision<Next> {
  const next = RULES[act](before, wish)
  if (next === undefined) {
    return { refused: 'store_state', detail: { values: { state: before.state } } }
  }
  if (next.state !== 'suspended') return { plan: next }
  const switchedOn = SWITCHES.filter(([name]) => next[name] && !before[name])
  if (switchedOn.length > 0) {
    const fault = ['is off: it is switched on only when the suspension is lifted']
    return wrong(Object.fromEntries(switchedOn.map(([, field]) => [field, fault])))
  }
  if (!isAllOn(next)) return { plan: next }
  return wrong({ new_credit: ['must be false unless captures or payouts are'] })
}

const wrong = (fields: Record<string, string[]>): Decision<Next> => ({
  refused: 'body_invalid',
  detail: { fields },
})

/** Each with its name in a request. */
const SWITCHES = [
  ['newCredit', 'new_credit'],
  ['captures', 'captures'],
  ['payouts', 'payouts'],
] as const satisfies readonly (readonly [keyof Switches, string])[]

const isAllOn = ({ newCredit, captures, payouts }: Switches) => newCredit && captures && payouts

const RULES: Readonly<Record<StateAct, (before: StoreState, wish: Wish) => Next | undefined>> = {
  activate: ({ state }) => (state === 'onboarding' ? { ...allOn, state: 'active' } : undefined),
  suspend: (before, wish) => {
    const { state, newCredit, captures, payouts } = before
    if (state !== 'active' && state !== 'suspended') return undefined
    const standing = { newCredit: state === 'suspended' && newCredit, captures, payouts }
    return { ...standing, ...wish, state: 'suspended' }
  },
  resume: ({ state }) => (state === 'suspended' ? { ...allOn, state: 'active' } : undefined),
  close: ({ state, captures }, wish) => {
    const off = { newCredit: false, captures: false, payouts: false }
    if (state === 'onboarding' || state === 'closing') return { ...off, state: 'closed' }
    if (state === 'closed') return undefined
    return { ...off, captures: captures && wish.captures !== false, state: 'closing' }
  },
}

/** Pending work of a store that prevents closing it. */
export type LeftOpen = {
  /** Orders that may still be signed, confirmed or captured. */
  readonly orders: number
  /** It has earned an amount that was not paid out yet. */
  readonly unpaid: boolean
}

/** Refusals: `store_not_settled`. */
export function decideClosed({ orders, unpaid }: LeftOpen): Decision<undefined> {
  if (orders === 0 && !unpaid) return { plan: undefined }
  const what = orders > 0 ? `${orders} of its orders are open` : 'it has not been paid out'
  return { refused: 'store_not_settled', detail: { values: { what, state: 'closing' } } }
}
