/** OpenAPI descriptions of the routes in this folder. */
import { OpenedPayment, PaymentPage } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'
import { paymentList } from './list-store.ts'

export const listPayments: RouteDoc = {
  operation: 'listPayments',
  summary: 'List commercial transactions: every change to what the store is paid, newest first',
  answers: { 200: PaymentPage },
  list: paymentList,
}

export const getPayment: RouteDoc = {
  operation: 'getPayment',
  summary: 'Retrieve a commercial transaction with its order, ledger entry and payout',
  answers: { 200: OpenedPayment },
  errors: ['payment_not_found'],
}
