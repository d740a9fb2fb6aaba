/**
 * Payouts (design §4). Invariants:
 * 1. A payout is the whole balance of `store_payable` as of a place in the stream of events; so it
 *    never takes that below zero, and only what is above zero is paid.
 * 2. What is at or below zero is carried into the next.
 * 3. Payouts of a currency follow each other without a gap: a line is paid once.
 */
import { add, type Cents, ZERO } from '@svc/api'
import type { Payout, PayoutAccount } from '../../model/payouts/payout.ts'
import type { StoreState } from '../../model/stores/store-state.ts'
import type { Decision } from '../../platform/refusal.ts'

type Reckoning = {
  readonly accounts: readonly PayoutAccount[]
  /** What the lines came to since the last reckoning, by currency. */
  readonly nets: ReadonlyMap<string, Cents>
  /** How far they reach. */
  readonly position: number
  readonly at: Date
}

type PlannedPayout = Pick<
  Payout,
  'currency' | 'amount' | 'carried' | 'fromPosition' | 'toPosition' | 'previousAt'
>
type PayoutPlan = {
  /** Those that change. */
  readonly accounts: readonly PayoutAccount[]
  readonly payouts: readonly PlannedPayout[]
}

export function decidePayouts({ accounts, nets, position, at }: Reckoning): PayoutPlan {
  const changed: PayoutAccount[] = []
  const payouts: PlannedPayout[] = []
  for (const [currency, net] of nets) {
    const account = accounts.find((each) => each.currency === currency) ?? unpaid(currency)
    const balance = add(account.carried, net)
    if (balance <= ZERO) {
      changed.push({ ...account, carried: balance })
      continue
    }
    changed.push({ currency, carried: ZERO, paidPosition: position, paidAt: at })
    payouts.push({
      currency,
      amount: balance,
      carried: account.carried,
      fromPosition: account.paidPosition,
      toPosition: position,
      previousAt: account.paidAt,
    })
  }
  return { accounts: changed, payouts }
}

/**
 * Whether a store may be paid by hand: also the last time, while it is being closed. Refusals:
 * `payout_held`.
 */
export function decidePayable({ state, payouts }: StoreState): Decision<undefined> {
  if (payouts || state === 'closing') return { plan: undefined }
  return { refused: 'payout_held', detail: { values: { state } } }
}

/** In words, where nothing can be paid. */
export function balanceState(accounts: readonly PayoutAccount[], plan: PayoutPlan): string {
  const changed = new Set(plan.accounts.map(({ currency }) => currency))
  const after = [...plan.accounts, ...accounts.filter(({ currency }) => !changed.has(currency))]
  return after.some(({ carried }) => carried < ZERO) ? 'below zero' : 'zero'
}

const unpaid = (currency: string): PayoutAccount => ({
  currency,
  carried: ZERO,
  paidPosition: 0,
  paidAt: null,
})
