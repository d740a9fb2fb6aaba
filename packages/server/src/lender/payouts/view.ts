import type { Answered, LenderPayoutAnswer } from '@svc/api'
import { payoutView } from '../../settlement/payouts/view.ts'
import type { LenderPayout } from './list-store.ts'

export function lenderPayoutView(payout: LenderPayout): Answered<typeof LenderPayoutAnswer> {
  return { store: payout.store, ...payoutView(payout) }
}
