import type { Answered, LoanStatementAnswer, StoresLoanAnswer } from '@svc/api'
import { loanView } from '../../kernel/loans/view.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import type { LoanStatement } from './statement.ts'

/** The loan with its payments, and its payoff amount. */
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

/** The part for its store when money is real: none of the buyer's payments. */
export function storesLoanView({ loan }: LoanStatement): Answered<typeof StoresLoanAnswer> {
  const { status, starts_on, withdrawn_on, credit_amount, returned_amount, ...whole } =
    loanView(loan)
  return {
    ...{ status, starts_on, withdrawn_on, withdrawable_until: loan.withdrawableUntil },
    ...{ credit_amount, returned_amount },
    instalments: whole.instalments.map(({ number, kind, due_date, amount }) => ({
      ...{ number, kind, due_date, amount },
    })),
  }
}
