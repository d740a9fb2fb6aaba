/** What the OpenAPI document says of the routes beside this file. */
import { OpenedPayment, PaymentPage } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'
import { paymentList } from './list-store.ts'

export const listPayments: RouteDoc = {
  operation: 'listPayments',
  summary: 'Commercial transactions: each change of what the store is paid, newest first',
  answers: { 200: PaymentPage },
  list: paymentList,
}

export const getPayment: RouteDoc = {
  operation: 'getPayment',
  summary: 'A commercial transaction with its order, its ledger entry and its payout',
  answers: { 200: OpenedPayment },
  errors: ['payment_not_found'],
}
