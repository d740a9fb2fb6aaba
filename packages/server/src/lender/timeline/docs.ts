/** What the OpenAPI document says of the routes beside this file. */
import { RetriedAnswer, TimelineAnswer, timelineQuery } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

export const getTimeline: RouteDoc = {
  operation: 'getOrderTimeline',
  summary: 'List everything that happened to an order, by time',
  answers: { 200: TimelineAnswer },
  errors: ['order_not_found', 'query_invalid'],
  query: timelineQuery,
}

export const resendDelivery: RouteDoc = {
  operation: 'resendOrderDelivery',
  summary: 'Resend a finished delivery about an order, at once and out of sequence',
  answers: { 202: RetriedAnswer },
  errors: ['order_not_found', 'delivery_not_found', 'delivery_open', 'webhook_disabled'],
}

export const resendNotification: RouteDoc = {
  operation: 'resendOrderNotification',
  summary: 'Resend the notification of the result to the store, at once',
  answers: { 202: RetriedAnswer },
  errors: [
    ...(['order_not_found', 'notification_not_found', 'notification_moot'] as const),
    'notification_overtaken',
  ],
}
