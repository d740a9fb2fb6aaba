import { answer, type LenderRequest, lenderRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { retriedView } from '../failures/view.ts'
import * as docs from './docs.ts'
import { findMessage, type Message, type SendAgain } from './find-message.ts'
import { readTimelineQuery } from './input.ts'
import { readTimeline } from './read-timeline.ts'
import { timelineView } from './view.ts'

const PATH = '/lender/orders/:orderId'
const sends = { permission: 'messages:send' } as const

/** What happened to an order; of its messages each can be sent once more. */
export function timelineRoutes(service: Service, sendAgain: SendAgain): Route[] {
  const resend = async (
    { caller, writeFor }: Pick<LenderRequest, 'caller' | 'writeFor'>,
    message: Message,
  ) => {
    const { storeId, retry } = await findMessage(service, caller, message)
    const of = { store: { id: storeId }, sandbox: caller.sandbox }
    return writeFor(
      { storeId },
      (writing) => sendAgain(writing, of, retry),
      (dueAt) => answer(202, retriedView(message.id, dueAt)),
    )
  }
  return [
    lenderRoute({
      method: 'GET',
      path: `${PATH}/timeline`,
      permission: 'loans:read',
      doc: docs.getTimeline,
      async handle({ caller, params, query }) {
        const wanted = { id: params.orderId, ...readTimelineQuery(query) }
        return answer(200, timelineView(await readTimeline(service, caller, wanted)))
      },
    }),
    lenderRoute({
      method: 'POST',
      path: `${PATH}/deliveries/:deliveryId/replay`,
      ...{ ...sends, doc: docs.resendDelivery },
      handle(request) {
        const { orderId, deliveryId: id } = request.params
        return resend(request, { orderId, kind: 'delivery', id })
      },
    }),
    lenderRoute({
      method: 'POST',
      path: `${PATH}/notifications/:notificationId/replay`,
      ...{ ...sends, doc: docs.resendNotification },
      handle(request) {
        const { orderId, notificationId: id } = request.params
        return resend(request, { orderId, kind: 'notification', id })
      },
    }),
  ]
}
