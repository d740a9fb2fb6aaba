/** OpenAPI descriptions of the routes in this folder. */
import { NotificationAnswer, NotificationPage, pageQuery } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

export const listNotifications: RouteDoc = {
  operation: 'listOrderNotifications',
  summary: "List the notifications of the result and the store's answers, newest first",
  answers: { 200: NotificationPage },
  errors: ['order_not_found', 'query_invalid'],
  query: pageQuery,
}

export const replayNotification: RouteDoc = {
  operation: 'replayOrderNotification',
  summary: 'Resend the notification of the result, at once',
  answers: { 202: NotificationAnswer },
  errors: [
    'order_not_found',
    'notification_not_found',
    'notification_moot',
    'notification_overtaken',
  ],
}
