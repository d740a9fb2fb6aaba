import type {
  Answered,
  LenderDecisionAnswer,
  LenderDecisionItem,
  OpenedLenderDecision,
} from '@svc/api'
import type { Explanation } from '../../checkout/decisions/explanation.ts'
import { explanationView, wholeDecisionView } from '../../checkout/decisions/view.ts'
import type { Exposure } from '../../model/exposure/exposure.ts'
import type { Judged } from '../allowed-acts/judging.ts'
import { actView, pendingView } from '../allowed-acts/view.ts'
import type { LenderDecision } from './list-store.ts'

export function lenderDecisionItem({
  decision,
  store,
}: LenderDecision): Answered<typeof LenderDecisionItem> {
  const { id, outcome, decider, version, reasons, review, created } = wholeDecisionView(decision)
  return {
    ...{ id, store, order_id: decision.orderId, outcome, decider, version },
    reasons: reasons.map(({ code }) => code),
    ...{ review, created },
  }
}

export function lenderDecisionView({
  decision,
  store,
}: LenderDecision): Answered<typeof LenderDecisionAnswer> {
  const { lender: exposure = null } = decision.inputs
  return {
    store,
    order_id: decision.orderId,
    ...wholeDecisionView(decision),
    exposure: exposure && exposureView(exposure),
  }
}

type Opened = LenderDecision & {
  readonly judged: Judged<'review'>
  readonly explanation: Explanation | null
}

export const openedDecisionView = ({
  judged,
  explanation,
  ...read
}: Opened): Answered<typeof OpenedLenderDecision> => ({
  ...lenderDecisionView(read),
  explanation: explanation && explanationView(explanation),
  allowed_actions: { review: actView(judged.act('review')) },
  pending_approvals: pendingView(judged.pending),
})

/** The database keeps members in an order of its own. */
function exposureView({ owed, ...exposure }: Exposure) {
  return {
    policy_version: exposure.policy_version,
    currency: exposure.currency,
    amount: exposure.amount,
    open_amount: exposure.open_amount,
    written_off_amount: exposure.written_off_amount,
    exposure_max: exposure.exposure_max,
    orders: exposure.orders,
    stores: exposure.stores,
    elsewhere: exposure.elsewhere,
    late_instalments: exposure.late_instalments,
    attempts: exposure.attempts,
    blocked: exposure.blocked ?? false,
    owed:
      owed?.map(({ currency, open_amount, written_off_amount }) => ({
        ...{ currency, open_amount, written_off_amount },
      })) ?? null,
  }
}
