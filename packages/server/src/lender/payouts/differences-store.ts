/** SQL of what is unusual about the payout `p` (decision 0173); only of those that wait. */
import type { payoutDifferences } from '@svc/api'
import { isSwitchedOn } from '../../tenancy/store-states/store.ts'

export type Compared = {
  readonly differences: readonly (typeof payoutDifferences)[number][]
  /** Null: there are too few to compare it with, or it is paid. */
  readonly usualAmount: number | null
}

const OF_STORE = 'q.store_id = p.store_id AND q.sandbox = p.sandbox'

/** The middle one of at most 12 before it, by the index of how far each one reached. */
const USUAL = `(SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY b.amount) FROM (
    SELECT q.amount FROM payouts q WHERE ${OF_STORE} AND q.currency = p.currency
      AND q.from_position < p.from_position ORDER BY q.from_position DESC LIMIT 12) b
  HAVING count(*) >= 3)`

/** The newest account that was named, also one that is not in use yet, is not the last paid one. */
const IS_NEW_ACCOUNT = `EXISTS (
    SELECT 1 FROM (SELECT b.id FROM bank_accounts b
      WHERE b.store_id = p.store_id AND b.sandbox = p.sandbox ORDER BY b.version DESC LIMIT 1) n,
      (SELECT q.bank_account_id AS id FROM payouts q WHERE ${OF_STORE} AND q.status = 'paid'
        ORDER BY q.created_at DESC, q.id DESC LIMIT 1) l
    WHERE n.id IS DISTINCT FROM l.id)`

export const DIFFERENCES = `CASE WHEN p.status = 'paid' THEN '{}'::text[] ELSE array_remove(ARRAY[
    CASE WHEN p.carried < 0 THEN 'negative_balance' END,
    CASE WHEN p.previous_at IS NULL THEN 'first_payout' END,
    CASE WHEN ${IS_NEW_ACCOUNT} THEN 'new_bank_account' END,
    CASE WHEN p.amount > 3 * ${USUAL} THEN 'unusual_amount' END,
    CASE WHEN p.status = 'held' THEN 'held' END,
    CASE WHEN NOT ${isSwitchedOn('p', 'payouts')} THEN 'payouts_off' END
  ], NULL) END`

export const USUAL_AMOUNT = `CASE WHEN p.status = 'paid' THEN NULL ELSE ${USUAL} END`
