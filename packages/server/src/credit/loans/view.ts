import type { Answered, LoanStatementAnswer, StoresLoanAnswer } from '@svc/api'
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

/** What its store reads of it where money is real: nothing of what the buyer paid. */
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
