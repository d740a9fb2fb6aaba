/** What the OpenAPI document says of the routes beside this file. */
import {
  CsvAnswer,
  LenderPayoutAnswer,
  LenderPayoutLines,
  LenderPayoutPage,
  NewLenderPayouts,
  OpenedLenderPayout,
} from '@svc/api'
import { paymentList } from '../../settlement/settlements/list-store.ts'
import type { RouteDoc } from '../../tenancy/caller/route.ts'
import { lenderPayoutList } from './list-store.ts'

export const listPayouts: RouteDoc = {
  operation: 'listLenderPayouts',
  summary: 'What is paid to stores, newest first',
  answers: { 200: LenderPayoutPage },
  list: lenderPayoutList,
}

export const exportPayouts: RouteDoc = {
  operation: 'exportLenderPayouts',
  summary: 'The same as a file, 1,000 rows at most: CSV, UTF-8',
  answers: { 200: CsvAnswer },
  mediaType: 'text/csv',
  list: lenderPayoutList,
}

export const getPayout: RouteDoc = {
  operation: 'getLenderPayout',
  summary: 'A payout to a store, and what may be done to it',
  answers: { 200: OpenedLenderPayout },
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
  errors: ['store_not_found', 'payout_nothing_due', 'payout_held'],
}

export const holdPayout: RouteDoc = {
  operation: 'holdLenderPayout',
  summary: 'Holds a payout that is proposed: it is not paid before it is released',
  answers: { 200: LenderPayoutAnswer },
  errors: ['payout_not_found', 'payout_state'],
}

export const releasePayout: RouteDoc = {
  operation: 'releaseLenderPayout',
  summary: 'Pays a payout that is held or proposed, now',
  answers: { 200: LenderPayoutAnswer },
  errors: ['payout_not_found', 'payout_state', 'payout_held'],
}
