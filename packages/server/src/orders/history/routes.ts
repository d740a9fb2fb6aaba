import { HistoryBody, HistoryPage, limits, pageQuery } from '@svc/api'
import { pageView, readPage } from '../../platform/http/paging.ts'
import { answer, NO_CONTENT, type Route, route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { keepHistory } from './keep-history.ts'
import { listHistory } from './list-history.ts'
import { historyEntryView } from './view.ts'

export function historyRoutes(service: Service): Route[] {
  return [
    route({
      method: 'POST',
      path: '/orders/:orderId/history',
      access: { kind: 'private', scope: 'orders:write' },
      body: HistoryBody,
      doc: {
        operation: 'keepHistory',
        summary: 'Send the buyer’s earlier orders',
        answers: { 204: null },
        errors: ['store_suspended', 'order_not_found', 'order_cancelled', 'history_full'],
      },
      bodyBytesMax: limits.largeBodyBytesMax,
      handle({ caller, params, body, write }) {
        const input = { ref: params.orderId, sent: body }
        return write(
          (writing) => keepHistory(writing, caller, input),
          () => NO_CONTENT,
        )
      },
    }),
    route({
      method: 'GET',
      path: '/orders/:orderId/history',
      access: { kind: 'private', scope: 'orders:read' },
      doc: {
        operation: 'listHistory',
        summary: 'List the buyer’s earlier orders that the store has sent',
        answers: { 200: HistoryPage },
        errors: ['order_not_found', 'query_invalid'],
        query: pageQuery,
      },
      async handle({ caller, params, query, baseUrl }) {
        const page = readPage(query)
        const ref = params.orderId
        const { count, entries } = await listHistory(service, caller, { ref, ...page })
        const url = `${baseUrl}/orders/${encodeURIComponent(ref)}/history`
        const views = entries.map(historyEntryView)
        return answer(200, pageView(views, { count, url, query, page }))
      },
    }),
  ]
}
