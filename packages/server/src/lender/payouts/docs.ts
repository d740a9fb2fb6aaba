/** What the OpenAPI document says of the routes beside this file. */
import { LenderPayoutAnswer, LenderPayoutLines, LenderPayoutPage, NewLenderPayouts } from '@svc/api'
import { paymentList } from '../../settlement/settlements/list-store.ts'
import type { RouteDoc } from '../../tenancy/caller/route.ts'
import { lenderPayoutList } from './list-store.ts'

export const listPayouts: RouteDoc = {
  operation: 'listLenderPayouts',
  summary: 'What was paid to stores, newest first',
  answers: { 200: LenderPayoutPage },
  list: lenderPayoutList,
}

export const getPayout: RouteDoc = {
  operation: 'getLenderPayout',
  summary: 'A payout to a store',
  answers: { 200: LenderPayoutAnswer },
  errors: ['payout_not_found'],
}

export const listLines: RouteDoc = {
  operation: 'listLenderPayoutLines',
  summary: 'What a payout covers: the nets of all lines are its amount',
  answers: { 200: LenderPayoutLines },
  errors: ['payout_not_found'],
  list: paymentList,
}

export const makePayouts: RouteDoc = {
  operation: 'makeLenderPayouts',
  summary: 'Pays a store now, in each currency with a balance above zero',
  answers: { 201: NewLenderPayouts },
  errors: ['store_not_found', 'payout_nothing_due'],
}
