import { EditOrderBody, ReplaceOrderBody } from '@svc/api'
import { pageView } from '../../platform/http/paging.ts'
import { answer, NO_CONTENT, type Route, route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { cancelOrder } from './cancel-order.ts'
import * as docs from './docs.ts'
import { editOrder } from './edit-order.ts'
import { getOrder } from './get-order.ts'
import { listOrders } from './list-orders.ts'
import { orderListView, orderView } from './view.ts'

export function orderRoutes(service: Service): Route[] {
  const edit = (method: 'PUT' | 'PATCH') =>
    route({
      method,
      path: '/orders/:orderId',
      access: { kind: 'private', scope: 'orders:write' },
      doc: method === 'PUT' ? docs.replaceOrder : docs.editOrder,
      body: method === 'PUT' ? ReplaceOrderBody : EditOrderBody,
      dryRun: true,
      handle({ caller, params, body, altered, write }) {
        const input = {
          ref: params.orderId,
          altered,
          edit: body.order,
          whole: method === 'PUT',
        }
        return write(
          (writing) => editOrder(writing, caller, input),
          () => NO_CONTENT,
        )
      },
    })
  return [
    route({
      method: 'GET',
      path: '/orders',
      access: { kind: 'private', scope: 'orders:read' },
      doc: docs.listOrders,
      async handle({ caller, query, baseUrl }) {
        const { count, orders, page, state } = await listOrders(service, caller, query)
        const reader = { ...caller, state }
        const views = orders.map(({ order, details }) => orderListView(order, details, reader))
        const url = `${baseUrl}/orders`
        return answer(200, pageView(views, { count, url, query, page }))
      },
    }),
    route({
      method: 'GET',
      path: '/orders/:orderId',
      access: { kind: 'private', scope: 'orders:read' },
      doc: docs.getOrder,
      async handle({ caller, params }) {
        const { state, ...whole } = await getOrder(service, caller, params.orderId)
        return answer(200, orderView(whole, { ...caller, state }))
      },
    }),
    edit('PUT'),
    edit('PATCH'),
    route({
      method: 'POST',
      path: '/orders/:orderId/cancel',
      access: { kind: 'private', scope: 'orders:write' },
      doc: docs.cancelOrder,
      dryRun: true,
      handle({ caller, params, write }) {
        return write(
          (writing) => cancelOrder(writing, caller, params.orderId),
          () => NO_CONTENT,
        )
      },
    }),
  ]
}
