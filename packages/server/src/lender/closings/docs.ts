/** What the OpenAPI document says of the routes beside this file. */
import { ClosingAnswer, ClosingPage } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'
import { closingList } from './list-store.ts'

export const listClosings: RouteDoc = {
  operation: 'listClosings',
  summary: 'Days of live mode that are closed, newest first; none of the sandbox is',
  answers: { 200: ClosingPage },
  list: closingList,
}

export const getClosing: RouteDoc = {
  operation: 'getClosing',
  summary: 'What all accounts held when a day of UTC was over',
  answers: { 200: ClosingAnswer },
  errors: ['closing_not_found'],
}
