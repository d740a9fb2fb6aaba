import { TimelineAnswer, timelineQuery } from '@svc/api'
import { answer, lenderRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { readTimelineQuery } from './input.ts'
import { readTimeline } from './read-timeline.ts'
import { timelineView } from './view.ts'

export function timelineRoutes(service: Service): Route[] {
  return [
    lenderRoute({
      method: 'GET',
      path: '/lender/orders/:orderId/timeline',
      permission: 'loans:read',
      doc: {
        operation: 'getOrderTimeline',
        summary: 'List everything that happened to an order, by time',
        answers: { 200: TimelineAnswer },
        errors: ['order_not_found', 'query_invalid'],
        query: timelineQuery,
      },
      async handle({ caller, params, query }) {
        const wanted = { id: params.orderId, ...readTimelineQuery(query) }
        return answer(200, timelineView(await readTimeline(service, caller, wanted)))
      },
    }),
  ]
}
