/** OpenAPI descriptions of the routes in this folder. */
import { ClosingAnswer, ClosingPage } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'
import { closingList } from './list-store.ts'

export const listClosings: RouteDoc = {
  operation: 'listClosings',
  summary: 'List the daily closings of live mode, newest first; the sandbox has none',
  answers: { 200: ClosingPage },
  list: closingList,
}

export const getClosing: RouteDoc = {
  operation: 'getClosing',
  summary: 'Retrieve the balances of all accounts at the end of a day in UTC',
  answers: { 200: ClosingAnswer },
  errors: ['closing_not_found'],
}
