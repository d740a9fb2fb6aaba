import { pageView } from '../../platform/http/paging.ts'
import { answer, type Route, route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { getPayment } from './get-payment.ts'
import { listPayments } from './list-payments.ts'
import { openedPaymentView, paymentView } from './view.ts'

/** The store's payouts: for people, a part of the ledger. */
const reads = { kind: 'private', scope: 'orders:read', permission: 'ledger:read' } as const

/** A store's commercial transactions (contract §9). */
export function paymentRoutes(service: Service): Route[] {
  return [
    route({
      method: 'GET',
      path: '/me/payments',
      access: reads,
      doc: docs.listPayments,
      async handle({ caller, query, baseUrl }) {
        const { count, lines, page } = await listPayments(service, caller, query)
        const url = `${baseUrl}/me/payments`
        return answer(200, pageView(lines.map(paymentView), { count, url, query, page }))
      },
    }),
    route({
      method: 'GET',
      path: '/me/payments/:paymentId',
      access: reads,
      doc: docs.getPayment,
      async handle({ caller, params }) {
        const opened = await getPayment(service, caller, params.paymentId)
        return answer(200, openedPaymentView(opened))
      },
    }),
  ]
}
