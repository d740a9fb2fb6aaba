/** The acts on an order beside its loan, each by the rule of its operation. */
import { decideLoan, decideWithdrawal } from '../../credit/loans/rules.ts'
import type { Loan } from '../../model/loan/loan.ts'
import { passTime } from '../../model/loan/time.ts'
import { withdrawnUnconfirmed } from '../../model/loan/withdrawal.ts'
import type { Order } from '../../model/order/order.ts'
import { dayOf } from '../../platform/time/calendar.ts'
import { type Act, ALWAYS, without } from '../allowed-acts/judging.ts'
import { hasLoan } from '../loans/rules.ts'

export type OrderAct = 'withdrawal' | 'note' | 'promise'

type Standing = {
  readonly order: Order
  /** As it is stored; undefined: there is none, or none yet. */
  readonly loan: Loan | undefined
  /** Of the store's time. */
  readonly at: Date
}

export function orderActs(standing: Standing): Readonly<Record<OrderAct, Act>> {
  const written: Act = {
    permission: 'notes:write',
    decision: hasLoan(standing.order) ? ALWAYS : { refused: 'loan_not_found' },
  }
  return {
    withdrawal: { permission: 'repayments:write', decision: withdrawable(standing) },
    note: written,
    promise: written,
  }
}

/** A signed order that waits can be withdrawn from as well. */
function withdrawable({ order, loan, at }: Standing): Act['decision'] {
  if (withdrawnUnconfirmed(order, at) !== undefined) return ALWAYS
  if (loan === undefined) return without(decideLoan(order))
  const today = dayOf(at, loan.timeZone)
  const present = passTime(loan, today).at(-1)?.step.loan ?? loan
  return without(decideWithdrawal(order, present, today))
}
