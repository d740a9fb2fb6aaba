import { AmountBody, cents } from '@svc/api'
import { answer, type Route, route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { listCaptureRefunds } from './list-capture-refunds.ts'
import { listRefunds } from './list-refunds.ts'
import { refundCapture } from './refund-capture.ts'
import { refundOrder } from './refund-order.ts'
import { captureView, refundsView } from './view.ts'

export function refundRoutes(service: Service): Route[] {
  const onOrder = (path: '/orders/:orderId/refund' | '/orders/:orderId/refund-extended') =>
    route({
      method: 'POST',
      path,
      access: { kind: 'private', scope: 'refunds:write' },
      doc: path.endsWith('refund') ? docs.refundOrder : docs.refundOrderExtended,
      body: AmountBody,
      dryRun: true,
      handle({ caller, params, body, write }) {
        const input = { ref: params.orderId, amount: cents(body.amount) }
        return write(
          (writing) => refundOrder(writing, caller, input),
          ({ order, refunds }) => answer(200, refundsView(order, refunds, caller.store.timeZone)),
        )
      },
    })
  return [
    route({
      method: 'GET',
      path: '/orders/:orderId/refund',
      access: { kind: 'private', scope: 'orders:read' },
      doc: docs.listRefunds,
      async handle({ caller, params }) {
        const { order, refunds } = await listRefunds(service, caller, params.orderId)
        return answer(200, refundsView(order, refunds, caller.store.timeZone))
      },
    }),
    onOrder('/orders/:orderId/refund'),
    onOrder('/orders/:orderId/refund-extended'),
    route({
      method: 'GET',
      path: '/orders/:orderId/captures/:captureId/refunds',
      access: { kind: 'private', scope: 'orders:read' },
      doc: docs.listCaptureRefunds,
      async handle({ caller, params }) {
        const input = { ref: params.orderId, captureId: params.captureId }
        const { capture, refunds } = await listCaptureRefunds(service, caller, input)
        return answer(200, captureView(capture, refunds, caller.store.timeZone))
      },
    }),
    route({
      method: 'POST',
      path: '/orders/:orderId/captures/:captureId/refunds',
      access: { kind: 'private', scope: 'refunds:write' },
      doc: docs.refundCapture,
      body: AmountBody,
      dryRun: true,
      handle({ caller, params, body, write }) {
        const amount = cents(body.amount)
        const input = { ref: params.orderId, captureId: params.captureId, amount }
        return write(
          (writing) => refundCapture(writing, caller, input),
          ({ capture, refunds }) =>
            answer(200, captureView(capture, refunds, caller.store.timeZone)),
        )
      },
    }),
  ]
}
