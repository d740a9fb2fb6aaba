/** The acts on a loan, each by the rule of its operation and with the approval of its route. */
import {
  decideEarlyRepayment,
  decideLoan,
  decideReturnable,
  decideUndo,
  decideWaivable,
  decideWithdrawal,
  decideWriteOff,
} from '../../credit/loans/rules.ts'
import type { Loan } from '../../model/loan/loan.ts'
import type { Order } from '../../model/order/order.ts'
import type { Payment } from '../../model/payment/payment.ts'
import type { Day } from '../../platform/time/calendar.ts'
import { type Act, upTo, without } from '../allowed-acts/judging.ts'

export type LoanAct =
  | 'payment'
  | 'early_repayment'
  | 'withdrawal'
  | 'late_charge_waiver'
  | 'interest_waiver'
  | 'credit_return'
  | 'write_off'
  | 'write_off_undo'

type Standing = {
  readonly order: Order
  /** After all that time has done. */
  readonly loan: Loan
  readonly payments: readonly Payment[]
  readonly today: Day
}

export function loanActs(standing: Standing): Readonly<Record<LoanAct, Act>> {
  const { order, loan, payments, today } = standing
  const repayment = { permission: 'repayments:write' } as const
  const waiver = { permission: 'waivers:write', approval: 'waiver' } as const
  const writeOff = { permission: 'write_offs:write' } as const
  return {
    payment: {
      ...{ permission: 'payments:write', approval: 'payment' },
      decision: without(decideLoan(order)),
    },
    early_repayment: { ...repayment, decision: decideEarlyRepayment(loan, undefined, today) },
    withdrawal: { ...repayment, decision: without(decideWithdrawal(order, loan, today)) },
    late_charge_waiver: { ...waiver, decision: decideWaivable(loan, 'late_charge') },
    interest_waiver: { ...waiver, decision: decideWaivable(loan, 'interest') },
    credit_return: {
      ...{ permission: 'credit_returns:write', approval: 'credit_return' },
      decision: decideReturnable(loan, payments),
    },
    write_off: {
      ...{ ...writeOff, approval: 'write_off' },
      decision: upTo(decideWriteOff(loan), loan.receivable),
    },
    write_off_undo: {
      ...{ ...writeOff, approval: 'write_off_undo' },
      decision: upTo(decideUndo(loan), loan.writtenOff),
    },
  }
}
