/** OpenAPI descriptions of the routes in this folder. */
import { LoanAnswer, OwnLoanAnswer } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

export const getLoan: RouteDoc = {
  operation: 'getLoan',
  summary: 'Retrieve the loan: what the buyer owes and has paid, by instalment',
  answers: { 200: OwnLoanAnswer },
  errors: ['order_not_found', 'order_not_confirmed', 'order_cancelled'],
}

export const receivePayment: RouteDoc = {
  operation: 'receivePayment',
  summary: 'Record a payment that the store received from the buyer',
  answers: { 200: LoanAnswer },
  errors: ['order_not_found', 'order_not_confirmed', 'order_cancelled'],
}

export const repayEarly: RouteDoc = {
  operation: 'repayEarly',
  summary: 'Repay early, in full or in part, with a reduction of the cost',
  answers: { 200: LoanAnswer },
  errors: [
    'order_not_found',
    'order_not_confirmed',
    'order_cancelled',
    'loan_nothing_owed',
    'amount_exceeds_remaining',
  ],
}

export const withdrawFromLoan: RouteDoc = {
  operation: 'withdrawFromLoan',
  summary: 'Withdraw from the credit agreement; before confirmation this ends the order',
  answers: { 200: LoanAnswer, 204: null },
  errors: [
    'order_not_found',
    'order_not_confirmed',
    'order_cancelled',
    'withdrawal_over',
    'loan_withdrawn',
  ],
}

export const takePaymentBack: RouteDoc = {
  operation: 'takePaymentBack',
  summary: 'Record a chargeback of a payment',
  answers: { 200: LoanAnswer },
  errors: [
    'order_not_found',
    'order_not_confirmed',
    'order_cancelled',
    'payment_not_found',
    'payment_not_received',
  ],
}
