import { csvHeaders } from '../../platform/http/csv.ts'
import { answerList } from '../../tenancy/caller/answer-list.ts'
import { answer, lenderRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { exportOrders } from './export-orders.ts'
import { getOrder } from './get-order.ts'
import { listOrders } from './list-orders.ts'
import { lenderOrderItem, lenderOrderView, orderSums } from './view.ts'

export function lenderOrderRoutes(service: Service): Route[] {
  return [
    lenderRoute({
      method: 'GET',
      path: '/lender/orders',
      permission: 'loans:read',
      doc: docs.listOrders,
      async handle(request) {
        const { summary, ...listed } = await listOrders(service, request.caller, request.query)
        const sums = summary && orderSums(summary)
        return answerList(request, '/lender/orders', { ...listed, summary: sums }, lenderOrderItem)
      },
    }),
    lenderRoute({
      method: 'GET',
      path: '/lender/orders.csv',
      ...{ permission: 'exports:write', stepUp: true, doc: docs.exportOrders },
      async handle({ caller, query, writing, mayStill }) {
        const content = await exportOrders({ ...service, writing, mayStill }, caller, query)
        return { content, headers: csvHeaders('orders.csv') }
      },
    }),
    lenderRoute({
      method: 'GET',
      path: '/lender/orders/:orderId',
      permission: 'loans:read',
      doc: docs.getOrder,
      async handle({ caller, params, writing }) {
        const order = await getOrder({ ...service, writing }, caller, params.orderId)
        return answer(200, lenderOrderView(order))
      },
    }),
  ]
}
