/**
 * Payouts (design §4). Invariants:
 * 1. A payout is the whole balance of `store_payable` as of a place in the stream of events; so it
 *    never makes the balance negative, and only a positive balance is paid.
 * 2. A balance at or below zero is carried forward to the next payout.
 * 3. Payouts of a currency follow each other without a gap: a line is paid once.
 * 4. A pending payout is paid once: automatically when its days are over, unless it is held, or
 *    released at any time. A paid one is never held (decision 0132).
 */
import { add, type Cents, ZERO } from '@svc/api'
import type { Payout, PayoutAccount } from '../../model/payouts/payout.ts'
import type { StoreState } from '../../model/stores/store-state.ts'
import type { Decision } from '../../platform/refusal.ts'

type Reckoning = {
  readonly accounts: readonly PayoutAccount[]
  /** The sum of the lines since the last payout, by currency. */
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

type Waiting = Pick<Payout, 'status' | 'payableAt'>

/** Whether the calendar pays it now: a held payout waits for the lender. */
export const isPayable = ({ status, payableAt }: Waiting, at: Date): boolean =>
  status === 'proposed' && payableAt !== null && payableAt <= at

/** Refusals: `payout_state` where it is held or paid already. */
export const decideHold = ({ status }: Waiting): Decision<undefined> =>
  status === 'proposed' ? { plan: undefined } : refusedIn(status)

/** Refusals: `payout_state` where it is paid already, `payout_held` where the store's all are. */
export const decideRelease = ({ status }: Waiting, state: StoreState): Decision<undefined> =>
  status === 'paid' ? refusedIn(status) : decidePayable(state)

const refusedIn = (state: Payout['status']): Decision<undefined> => ({
  refused: 'payout_state',
  detail: { values: { state } },
})

const DAY_MS = 86_400_000

/** The payment date of a payout made now; null: immediately. */
export const payableFrom = (at: Date, holdDays = 0): Date | null =>
  holdDays === 0 ? null : new Date(at.getTime() + holdDays * DAY_MS)

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
