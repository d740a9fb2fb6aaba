import type { Answered, LenderLoanAnswer, LenderLoanItem, LenderLoanPage } from '@svc/api'
import { loanStatementView } from '../../credit/loans/view.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import type { WholeLoan } from './get-loan.ts'
import type { LenderLoan, LoanSum } from './list-store.ts'

export function lenderLoanItem(loan: LenderLoan): Answered<typeof LenderLoanItem> {
  return {
    id: loan.id,
    mid: loan.mid,
    store: loan.store,
    customer_id: loan.customerId,
    product: loan.product,
    currency: loan.currency,
    state: loan.state,
    bucket: loan.bucket,
    days_past_due: loan.daysPastDue,
    overdue_amount: loan.overdueAmount,
    receivable: loan.receivable,
    written_off: loan.writtenOff,
    next_due: loan.nextDue,
    created: utcMicros(loan.createdAt),
  }
}

export function lenderLoanView(whole: WholeLoan): Answered<typeof LenderLoanAnswer> {
  const { listed, statement, allocations } = whole
  return {
    ...lenderLoanItem(listed),
    loan: loanStatementView(statement),
    allocations: allocations.map((each) => ({
      at: utcMicros(each.createdAt),
      source: each.source,
      source_id: each.sourceId,
      number: each.number,
      component: each.component,
      amount: each.amount,
    })),
  }
}

type Sums = NonNullable<Answered<typeof LenderLoanPage>['summary']>

export const summaryView = (sums: readonly LoanSum[]): Sums =>
  sums.map(({ currency, bucket, count, receivable, overdueAmount }) => ({
    ...{ currency, bucket, count, receivable, overdue_amount: overdueAmount },
  }))
