/** The one place where a loan becomes the content of a statement. */
import { add, type Cents, subtract, ZERO } from '@svc/api'
import {
  dueAmount,
  type Instalment,
  type Loan,
  openAmountOf,
  openInstalments,
  owed,
  totalOf,
} from '../../model/loan/loan.ts'
import type { StatementData, StatementInstalment, StatementPayment } from './document-data.ts'

type LoanData = StatementData['loan']

export function loanDataOf(loan: Loan, payments: readonly StatementPayment[]): LoanData {
  const instalments = loan.instalments.map(instalmentOf)
  const late = instalments.filter(({ state }) => state === 'late')
  return {
    instalments,
    payments,
    owedAmount: owed(loan),
    dueAmount: dueAmount(loan),
    lateAmount: add(ZERO, ...late.map(({ open }): Cents => open)),
    comingInterest: subtract(openInstalments(loan), owed(loan)),
    paidAmount: loan.paidAmount,
    creditAmount: loan.buyerCredit,
    writtenOff: loan.writtenOff,
  }
}

function instalmentOf(instalment: Instalment): StatementInstalment {
  const { number, dueOn, capital, interest, fee, lateCharge, settled } = instalment
  return {
    number,
    dueDate: dueOn,
    amount: add(capital, interest, fee),
    capital,
    interest,
    fee,
    lateCharge,
    settled: totalOf(settled),
    open: openAmountOf(instalment),
    state: stateOf(instalment),
  }
}

function stateOf({ paidOn, lateOn, due }: Instalment): StatementInstalment['state'] {
  if (paidOn !== null) return 'paid'
  if (lateOn !== null) return 'late'
  return due ? 'due' : 'coming'
}
