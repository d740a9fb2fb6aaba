/** OpenAPI descriptions of the routes in this folder. */
import { FailurePage, RetriedAnswer } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'
import { failureList } from './list-store.ts'

export const listFailures: RouteDoc = {
  operation: 'listFailures',
  summary: 'List unresolved failures, newest first, and their totals by cause',
  answers: { 200: FailurePage },
  list: failureList,
}

export const retryFailure: RouteDoc = {
  operation: 'retryFailure',
  summary: 'Resend a delivery or notification at once',
  answers: { 202: RetriedAnswer },
  errors: [
    ...(['failure_not_found', 'failure_state', 'delivery_open', 'webhook_disabled'] as const),
    'notification_moot',
  ],
}
