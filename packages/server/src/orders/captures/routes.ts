import { AmountBody, cents } from '@svc/api'
import { answer, type Route, route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { captureOrder } from './capture-order.ts'
import * as docs from './docs.ts'
import { listCaptures } from './list-captures.ts'
import { capturesView, newCaptureView } from './view.ts'

export function captureRoutes(service: Service): Route[] {
  return [
    route({
      method: 'GET',
      path: '/orders/:orderId/captures',
      access: { kind: 'private', scope: 'orders:read' },
      doc: docs.listCaptures,
      async handle({ caller, params }) {
        const { order, captures, refunds } = await listCaptures(service, caller, params.orderId)
        return answer(200, capturesView(order, captures, refunds, caller.store.timeZone))
      },
    }),
    route({
      method: 'POST',
      path: '/orders/:orderId/captures',
      access: { kind: 'private', scope: 'orders:write' },
      doc: docs.captureOrder,
      body: AmountBody,
      dryRun: true,
      handle({ caller, params, body, write }) {
        const input = { ref: params.orderId, amount: cents(body.amount) }
        return write(
          (writing) => captureOrder(writing, caller, input),
          ({ order, capture }) =>
            answer(200, newCaptureView(order, capture, caller.store.timeZone)),
        )
      },
    }),
  ]
}
