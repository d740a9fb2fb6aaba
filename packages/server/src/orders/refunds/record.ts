import type { Cents } from '@svc/api'
import { type LoadedLoan, recordOnLoan } from '../../credit/loans/load.ts'
import type { Recorded, When } from '../../kernel/orders/record.ts'
import { reduceDebt } from '../../model/loan/debt.ts'
import type { Piece, Reduction } from '../../model/loan/reduce.ts'
import type { Order } from '../../model/order/order.ts'
import type { RefundPlan } from './rules.ts'

type Refunding = When & {
  readonly before: Order
  readonly plan: RefundPlan
  readonly id: string
  readonly amount: Cents
}

/**
 * The rows of a refund beside its own: its pieces lower the debt one after the other, first those
 * on captures, then the uncaptured part.
 */
export function recordRefund(
  loaded: LoadedLoan,
  { before, plan, id, amount, at, ids }: Refunding,
): Recorded & { readonly reductions: readonly Reduction[] } {
  const pieces = plan.pieces.map((each): Piece => {
    return { from: 'store_payable', amount: each.amount, sourceId: id }
  })
  if (plan.fromUncaptured > 0) {
    pieces.push({ from: 'uncaptured', amount: plan.fromUncaptured, sourceId: id })
  }
  const how = { today: loaded.today, cancels: plan.order.state === 'cancelled' }
  const { postings, step } = reduceDebt(loaded.loan, pieces, how)
  const recorded = recordOnLoan(loaded, { before, at, ids }, () => ({
    after: plan.order,
    event: 'order.refunded',
    effectId: id,
    amount,
    entry: { kind: 'refund', postings },
    step,
  }))
  return { ...recorded, reductions: step.reductions }
}
