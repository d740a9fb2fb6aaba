import { fileRoute, listRoute } from '../../tenancy/caller/list-route.ts'
import { answer, lenderRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { exportOrders } from './export-orders.ts'
import { getOrder } from './get-order.ts'
import { listOrders } from './list-orders.ts'
import { lenderOrderItem, lenderOrderView, orderSums } from './view.ts'

export function lenderOrderRoutes(service: Service): Route[] {
  return [
    listRoute({
      path: '/lender/orders',
      permission: 'loans:read',
      doc: docs.listOrders,
      async read({ caller, query }) {
        const { summary, ...listed } = await listOrders(service, caller, query)
        return { ...listed, summary: summary && orderSums(summary) }
      },
      view: lenderOrderItem,
    }),
    fileRoute({
      path: '/lender/orders.csv',
      doc: docs.exportOrders,
      read: ({ caller, query, writing, mayStill }) =>
        exportOrders({ ...service, writing, mayStill }, caller, query),
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
