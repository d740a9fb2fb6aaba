/** OpenAPI descriptions of the routes in this folder. */
import { NewPayouts, PaymentPage, PayoutAnswer, PayoutPage } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'
import { paymentList } from '../settlements/list-store.ts'
import { payoutList } from './list-store.ts'

export const listPayouts: RouteDoc = {
  operation: 'listPayouts',
  summary: 'List the payouts to the store, newest first',
  answers: { 200: PayoutPage },
  list: payoutList,
}

export const makePayouts: RouteDoc = {
  operation: 'makePayouts',
  summary: 'Pay out now, in each currency with a positive balance',
  answers: { 201: NewPayouts },
  errors: ['payout_nothing_due', 'payout_held'],
}

export const getPayout: RouteDoc = {
  operation: 'getPayout',
  summary: 'Retrieve a payout',
  answers: { 200: PayoutAnswer },
  errors: ['payout_not_found'],
}

export const listCovered: RouteDoc = {
  operation: 'listPayoutPayments',
  summary: 'List the commercial transactions that a payout covers; their nets add up to its amount',
  answers: { 200: PaymentPage },
  errors: ['payout_not_found'],
  list: paymentList,
}
