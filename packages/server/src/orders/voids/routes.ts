import { AmountBody, cents } from '@svc/api'
import { answer, type Route, route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { listVoids } from './list-voids.ts'
import { voidsView } from './view.ts'
import { voidOrder } from './void-order.ts'

export function voidRoutes(service: Service): Route[] {
  return [
    route({
      method: 'GET',
      path: '/orders/:orderId/void',
      access: { kind: 'private', scope: 'orders:read' },
      doc: docs.listVoids,
      async handle({ caller, params }) {
        const { order, voids } = await listVoids(service, caller, params.orderId)
        return answer(200, voidsView(order, voids, caller.store.timeZone))
      },
    }),
    route({
      method: 'POST',
      path: '/orders/:orderId/void',
      access: { kind: 'private', scope: 'orders:write' },
      doc: docs.voidOrder,
      body: AmountBody,
      dryRun: true,
      handle({ caller, params, body, write }) {
        const input = { ref: params.orderId, amount: cents(body.amount) }
        return write(
          (writing) => voidOrder(writing, caller, input),
          ({ order, voids }) => answer(200, voidsView(order, voids, caller.store.timeZone)),
        )
      },
    }),
  ]
}
