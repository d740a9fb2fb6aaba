/** What the OpenAPI document says of the routes beside this file. */
import {
  CsvAnswer,
  LenderLoanAnswer,
  LenderLoanPage,
  LoanAnswer,
  LoanNoteAnswer,
  summaryQuery,
} from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'
import { loanListOf } from './list-store.ts'

export const listLoans: RouteDoc = {
  operation: 'listLenderLoans',
  summary: 'Loans of all stores, by how far they are behind',
  answers: { 200: LenderLoanPage },
  query: summaryQuery,
  list: loanListOf({ sandbox: true, now: new Date(0) }),
}

export const exportLoans: RouteDoc = {
  operation: 'exportLenderLoans',
  summary: 'The same as a file, 1,000 rows at most: CSV, UTF-8',
  answers: { 200: CsvAnswer },
  mediaType: 'text/csv',
  list: loanListOf({ sandbox: true, now: new Date(0) }),
}

export const getLoan: RouteDoc = {
  operation: 'getLenderLoan',
  summary: 'A loan: its plan, what was paid and what that settled',
  answers: { 200: LenderLoanAnswer },
  errors: ['loan_not_found'],
}

export const receivePayment: RouteDoc = {
  operation: 'receiveLenderPayment',
  summary: 'Books money that came in by hand, once for each reference',
  answers: { 200: LoanAnswer },
  errors: ['loan_not_found', 'payment_reference_used'],
}

export const takePaymentBack: RouteDoc = {
  operation: 'takeLenderPaymentBack',
  summary: "The payer's bank took a payment back",
  answers: { 200: LoanAnswer },
  errors: ['loan_not_found', 'payment_not_found', 'payment_not_received'],
}

export const repayEarly: RouteDoc = {
  operation: 'repayLenderLoanEarly',
  summary: 'For the buyer: all or a part is repaid early, for less',
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
  summary: 'For the buyer: they withdraw from the credit; before the confirmation the order ends',
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
  summary: 'Gives up late charges or interest that the buyer owes',
  answers: { 200: LoanAnswer },
  errors: ['loan_not_found', 'loan_nothing_owed', 'amount_exceeds_remaining'],
}

export const returnCredit: RouteDoc = {
  operation: 'returnLenderCredit',
  summary: "Gives the buyer's credit back, before it goes back by itself",
  answers: { 200: LoanAnswer },
  errors: ['loan_not_found', 'loan_no_credit', 'credit_return_pending', 'amount_exceeds_remaining'],
}

export const writeOffDebt: RouteDoc = {
  operation: 'writeOffLenderLoan',
  summary: 'Writes off all that is owed, before its time has come',
  answers: { 200: LoanAnswer },
  errors: ['loan_not_found', 'loan_nothing_owed'],
}

export const undoWriteOff: RouteDoc = {
  operation: 'undoLenderWriteOff',
  summary: 'What was written off and is still lost is owed again',
  answers: { 200: LoanAnswer },
  errors: ['loan_not_found', 'loan_state'],
}

export const writeNote: RouteDoc = {
  operation: 'writeLoanNote',
  summary: 'Keeps a note on a loan; it is never changed',
  answers: { 201: LoanNoteAnswer },
  errors: ['loan_not_found'],
}

export const keepPromise: RouteDoc = {
  operation: 'keepLoanPromise',
  summary: 'Keeps what the buyer promised to pay, and when',
  answers: { 201: LoanNoteAnswer },
  errors: ['loan_not_found'],
}
