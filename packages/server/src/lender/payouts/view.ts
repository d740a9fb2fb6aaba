import type { Answered, LenderPayoutAnswer, OpenedLenderPayout } from '@svc/api'
import { payoutView } from '../../settlement/payouts/view.ts'
import type { Judged } from '../allowed-acts/judging.ts'
import { actView, pendingView } from '../allowed-acts/view.ts'
import type { LenderPayout } from './list-store.ts'

export function lenderPayoutView(payout: LenderPayout): Answered<typeof LenderPayoutAnswer> {
  return { store: payout.store, ...payoutView(payout) }
}

type Opened = { readonly payout: LenderPayout; readonly judged: Judged<'hold' | 'release'> }

export function openedPayoutView({ payout, judged }: Opened): Answered<typeof OpenedLenderPayout> {
  return {
    ...lenderPayoutView(payout),
    allowed_actions: { hold: actView(judged.act('hold')), release: actView(judged.act('release')) },
    pending_approvals: pendingView(judged.pending),
  }
}
