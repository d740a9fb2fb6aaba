import type { Answered, LenderPayoutAnswer, LenderPayoutItem, OpenedLenderPayout } from '@svc/api'
import type { Payout } from '../../model/payouts/payout.ts'
import { payoutView } from '../../settlement/payouts/view.ts'
import type { Judged } from '../allowed-acts/judging.ts'
import { actView, pendingView } from '../allowed-acts/view.ts'
import type { LenderPayout } from './list-store.ts'

type OfStore = Payout & Pick<LenderPayout, 'store'>

export function lenderPayoutView(payout: OfStore): Answered<typeof LenderPayoutAnswer> {
  return { store: payout.store, ...payoutView(payout) }
}

export function payoutItem(payout: LenderPayout): Answered<typeof LenderPayoutItem> {
  const { differences, usualAmount } = payout
  return { ...lenderPayoutView(payout), differences, usual_amount: usualAmount }
}

type Opened = { readonly payout: LenderPayout; readonly judged: Judged<'hold' | 'release'> }

export function openedPayoutView({ payout, judged }: Opened): Answered<typeof OpenedLenderPayout> {
  return {
    ...payoutItem(payout),
    allowed_actions: { hold: actView(judged.act('hold')), release: actView(judged.act('release')) },
    pending_approvals: pendingView(judged.pending),
  }
}
