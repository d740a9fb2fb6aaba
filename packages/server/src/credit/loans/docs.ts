/** What the OpenAPI document says of the routes beside this file. */
import { LoanAnswer, OwnLoanAnswer } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

export const getLoan: RouteDoc = {
  operation: 'getLoan',
  summary: 'What the buyer owes, instalment by instalment, and has paid',
  answers: { 200: OwnLoanAnswer },
  errors: ['order_not_found', 'order_not_confirmed', 'order_cancelled'],
}

export const receivePayment: RouteDoc = {
  operation: 'receivePayment',
  summary: 'Books what the buyer paid by hand',
  answers: { 200: LoanAnswer },
  errors: ['order_not_found', 'order_not_confirmed', 'order_cancelled'],
}

export const repayEarly: RouteDoc = {
  operation: 'repayEarly',
  summary: 'The buyer repays early, all or a part, for less',
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
  summary: 'The buyer withdraws from the credit; before the confirmation this ends the order',
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
  summary: "The payer's bank took a payment back",
  answers: { 200: LoanAnswer },
  errors: [
    'order_not_found',
    'order_not_confirmed',
    'order_cancelled',
    'payment_not_found',
    'payment_not_received',
  ],
}
