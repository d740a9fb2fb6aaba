import { pageView, readPage } from '../../platform/http/paging.ts'
import { answer, type Route, route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { listNotifications } from './list-notifications.ts'
import { replayNotification } from './replay-notification.ts'
import { listedNotificationView } from './view.ts'

/** The messages to a checkout's notification address. */
export function notificationRoutes(service: Service): Route[] {
  return [
    route({
      method: 'GET',
      path: '/orders/:orderId/notifications',
      access: { kind: 'private', scope: 'orders:read' },
      doc: docs.listNotifications,
      async handle({ caller, params, query, baseUrl }) {
        const page = readPage(query)
        const ref = params.orderId
        const { count, listed } = await listNotifications(service, caller, { ref, ...page })
        const url = `${baseUrl}/orders/${encodeURIComponent(ref)}/notifications`
        const views = listed.map(listedNotificationView)
        return answer(200, pageView(views, { count, url, query, page }))
      },
    }),
    route({
      method: 'POST',
      path: '/orders/:orderId/notifications/:notificationId/replay',
      access: { kind: 'private', scope: 'orders:write', permission: 'messages:send' },
      doc: docs.replayNotification,
      handle({ caller, params, write }) {
        const { orderId: ref, notificationId } = params
        const input = { ref, notificationId }
        return write(
          (writing) => replayNotification(writing, caller, input),
          (each) => answer(202, listedNotificationView(each)),
        )
      },
    }),
  ]
}
