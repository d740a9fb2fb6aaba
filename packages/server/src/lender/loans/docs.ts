/** OpenAPI descriptions of the routes in this folder. */
import {
  LenderLoanAnswer,
  LenderLoanPage,
  LoanAnswer,
  LoanNoteAnswer,
  summaryQuery,
} from '@svc/api'
import { fileDoc, type RouteDoc } from '../../tenancy/caller/route.ts'
import { loanListOf } from './list-store.ts'

export const listLoans: RouteDoc = {
  operation: 'listLenderLoans',
  summary: 'List the loans of all stores',
  answers: { 200: LenderLoanPage },
  query: summaryQuery,
  list: loanListOf({ sandbox: true, now: new Date(0) }),
}

export const exportLoans = fileDoc(
  'exportLenderLoans',
  loanListOf({ sandbox: true, now: new Date(0) }),
)

export const getLoan: RouteDoc = {
  operation: 'getLenderLoan',
  summary: 'Retrieve a loan: its plan, its payments and how they were allocated',
  answers: { 200: LenderLoanAnswer },
  errors: ['loan_not_found'],
}

export const receivePayment: RouteDoc = {
  operation: 'receiveLenderPayment',
  summary: 'Record a payment received outside the service, once per reference',
  answers: { 200: LoanAnswer },
  errors: ['loan_not_found', 'payment_reference_used'],
}

export const takePaymentBack: RouteDoc = {
  operation: 'takeLenderPaymentBack',
  summary: 'Record a chargeback of a payment',
  answers: { 200: LoanAnswer },
  errors: ['loan_not_found', 'payment_not_found', 'payment_not_received'],
}

export const repayEarly: RouteDoc = {
  operation: 'repayLenderLoanEarly',
  summary: 'Repay early for the buyer, in full or in part, with a reduction of the cost',
  answers: { 200: LoanAnswer },
  errors: [
    'loan_not_found',
    'loan_nothing_owed',
    'amount_exceeds_remaining',
    'payment_reference_used',
  ],
}

export const withdrawFromLoan: RouteDoc = {
  operation: 'withdrawFromLenderLoan',
  summary: 'Withdraw from the credit for the buyer; before confirmation this ends the order',
  answers: { 200: LoanAnswer, 204: null },
  errors: [
    'loan_not_found',
    'order_not_confirmed',
    'order_cancelled',
    'withdrawal_over',
    'loan_withdrawn',
  ],
}

export const waiveDebt: RouteDoc = {
  operation: 'waiveLenderLoan',
  summary: 'Waive late fees or interest that the buyer owes',
  answers: { 200: LoanAnswer },
  errors: ['loan_not_found', 'loan_nothing_owed', 'amount_exceeds_remaining'],
}

export const returnCredit: RouteDoc = {
  operation: 'returnLenderCredit',
  summary: "Return the buyer's credit balance before it is returned automatically",
  answers: { 200: LoanAnswer },
  errors: ['loan_not_found', 'loan_no_credit', 'credit_return_pending', 'amount_exceeds_remaining'],
}

export const writeOffDebt: RouteDoc = {
  operation: 'writeOffLenderLoan',
  summary: 'Write off everything that is owed, ahead of schedule',
  answers: { 200: LoanAnswer },
  errors: ['loan_not_found', 'loan_nothing_owed'],
}

export const undoWriteOff: RouteDoc = {
  operation: 'undoLenderWriteOff',
  summary: 'Undo a write-off; the amount not recovered since is owed again',
  answers: { 200: LoanAnswer },
  errors: ['loan_not_found', 'loan_state'],
}

export const writeNote: RouteDoc = {
  operation: 'writeLoanNote',
  summary: 'Add a note to a loan; notes never change',
  answers: { 201: LoanNoteAnswer },
  errors: ['loan_not_found'],
}

export const keepPromise: RouteDoc = {
  operation: 'keepLoanPromise',
  summary: "Record the buyer's promise to pay",
  answers: { 201: LoanNoteAnswer },
  errors: ['loan_not_found'],
}
