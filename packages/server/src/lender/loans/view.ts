import type {
  Answered,
  LenderLoanAnswer,
  LenderLoanItem,
  LenderLoanPage,
  LoanNoteAnswer,
} from '@svc/api'
import { loanStatementView } from '../../credit/loans/view.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import { actView, pendingView } from '../allowed-acts/view.ts'
import type { WholeLoan } from './get-loan.ts'
import type { LenderLoan, LoanSum } from './lender-loan.ts'
import type { LoanNote } from './store.ts'

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
    terms_version: loan.termsVersion,
    creditor: loan.creditor,
    created: utcMicros(loan.createdAt),
  }
}

export function lenderLoanView(whole: WholeLoan): Answered<typeof LenderLoanAnswer> {
  const { listed, statement, allocations, manual, notes, judged } = whole
  return {
    ...lenderLoanItem(listed),
    loan: loanStatementView(statement),
    manual_payments: manual.map(({ id, method, reference, valueOn }) => ({
      ...{ id, method, reference, value_date: valueOn },
    })),
    notes: notes.map(noteView),
    allocations: allocations.map((each) => ({
      at: utcMicros(each.createdAt),
      source: each.source,
      source_id: each.sourceId,
      number: each.number,
      component: each.component,
      amount: each.amount,
    })),
    allowed_actions: {
      payment: actView(judged.act('payment')),
      early_repayment: actView(judged.act('early_repayment')),
      withdrawal: actView(judged.act('withdrawal')),
      late_charge_waiver: actView(judged.act('late_charge_waiver')),
      interest_waiver: actView(judged.act('interest_waiver')),
      credit_return: actView(judged.act('credit_return')),
      write_off: actView(judged.act('write_off')),
      write_off_undo: actView(judged.act('write_off_undo')),
    },
    pending_approvals: pendingView(judged.pending),
  }
}

export function noteView(written: LoanNote): Answered<typeof LoanNoteAnswer> {
  const { id, kind, note, amount, promisedOn: on, author, createdAt } = written
  return { id, kind, note, amount, on, author, created: utcMicros(createdAt) }
}

type Sums = NonNullable<Answered<typeof LenderLoanPage>['summary']>

export const summaryView = (sums: readonly LoanSum[]): Sums =>
  sums.map(({ currency, bucket, count, receivable, overdueAmount }) => ({
    ...{ currency, bucket, count, receivable, overdue_amount: overdueAmount },
  }))
