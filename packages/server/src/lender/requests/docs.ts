/** OpenAPI descriptions of the routes in this folder. */
import { AskedAnswer } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

export const askLender: RouteDoc = {
  operation: 'askLender',
  summary: 'Request other terms, a new name or bank account, or a payout from the lender',
  answers: { 202: AskedAnswer },
  errors: ['approval_pending', 'payout_nothing_due', 'payout_held'],
}
