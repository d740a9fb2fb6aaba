import type { Answered, LenderDecisionAnswer, LenderDecisionItem } from '@svc/api'
import { wholeDecisionView } from '../../checkout/decisions/view.ts'
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
  return { store, order_id: decision.orderId, ...wholeDecisionView(decision) }
}
