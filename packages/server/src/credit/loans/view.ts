import type { Answered, LoanStatementAnswer } from '@svc/api'
import { loanView } from '../../kernel/loans/view.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import type { LoanStatement } from './statement.ts'

/** The loan with what was paid, and what it would take to end it. */
export function loanStatementView({
  loan,
  payments,
  payOff,
  annualRate,
}: LoanStatement): Answered<typeof LoanStatementAnswer> {
  return {
    ...loanView(loan),
    pay_off_amount: payOff,
    annual_equivalent: annualRate,
    withdrawable_until: loan.withdrawableUntil,
    payments: payments.map((payment) => ({
      id: payment.id,
      kind: payment.kind,
      state: payment.state,
      amount: payment.amount,
      reason: payment.reason,
      created: utcMicros(payment.createdAt),
      settled: payment.settledAt === null ? null : utcMicros(payment.settledAt),
    })),
  }
}
