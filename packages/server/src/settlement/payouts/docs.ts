/** What the OpenAPI document says of the routes beside this file. */
import { NewPayouts, PaymentPage, PayoutAnswer, PayoutPage } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'
import { paymentList } from '../settlements/list-store.ts'
import { payoutList } from './list-store.ts'

export const listPayouts: RouteDoc = {
  operation: 'listPayouts',
  summary: 'What was paid to the store, newest first',
  answers: { 200: PayoutPage },
  list: payoutList,
}

export const makePayouts: RouteDoc = {
  operation: 'makePayouts',
  summary: 'Pays the store now, in each currency with a balance above zero',
  answers: { 201: NewPayouts },
  errors: ['payout_nothing_due', 'payout_held'],
}

export const getPayout: RouteDoc = {
  operation: 'getPayout',
  summary: 'A payout',
  answers: { 200: PayoutAnswer },
  errors: ['payout_not_found'],
}

export const listCovered: RouteDoc = {
  operation: 'listPayoutPayments',
  summary: 'The commercial transactions that a payout covers: their nets sum to its amount',
  answers: { 200: PaymentPage },
  errors: ['payout_not_found'],
  list: paymentList,
}
