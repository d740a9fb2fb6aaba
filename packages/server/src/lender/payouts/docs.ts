/** OpenAPI descriptions of the routes in this folder. */
import {
  LenderPayoutAnswer,
  LenderPayoutLines,
  LenderPayoutPage,
  NewLenderPayouts,
  OpenedLenderPayout,
  summaryQuery,
} from '@svc/api'
import { paymentList } from '../../settlement/settlements/list-store.ts'
import { fileDoc, type RouteDoc } from '../../tenancy/caller/route.ts'
import { lenderPayoutList } from './list-store.ts'

export const listPayouts: RouteDoc = {
  operation: 'listLenderPayouts',
  summary: 'List the payouts to stores, newest first',
  answers: { 200: LenderPayoutPage },
  query: summaryQuery,
  list: lenderPayoutList,
}

export const exportPayouts = fileDoc('exportLenderPayouts', lenderPayoutList)

export const getPayout: RouteDoc = {
  operation: 'getLenderPayout',
  summary: 'Retrieve a payout to a store, with the actions that it allows',
  answers: { 200: OpenedLenderPayout },
  errors: ['payout_not_found'],
}

export const listLines: RouteDoc = {
  operation: 'listLenderPayoutLines',
  summary: 'List the lines that a payout covers; their nets add up to its amount',
  answers: { 200: LenderPayoutLines },
  errors: ['payout_not_found'],
  list: paymentList,
}

export const makePayouts: RouteDoc = {
  operation: 'makeLenderPayouts',
  summary: 'Pay out to a store now, in each currency with a positive balance',
  answers: { 201: NewLenderPayouts },
  errors: ['store_not_found', 'payout_nothing_due', 'payout_held'],
}

export const holdPayout: RouteDoc = {
  operation: 'holdLenderPayout',
  summary: 'Hold a proposed payout; it is not paid until it is released',
  answers: { 200: LenderPayoutAnswer },
  errors: ['payout_not_found', 'payout_state'],
}

export const releasePayout: RouteDoc = {
  operation: 'releaseLenderPayout',
  summary: 'Release a held or proposed payout; it is paid now',
  answers: { 200: LenderPayoutAnswer },
  errors: ['payout_not_found', 'payout_state', 'payout_held'],
}
