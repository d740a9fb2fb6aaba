import { pageView } from '../../platform/http/paging.ts'
import { answer, type Route, route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { paymentView } from '../settlements/view.ts'
import * as docs from './docs.ts'
import { getPayout } from './get-payout.ts'
import { listCovered } from './list-covered.ts'
import { listPayouts } from './list-payouts.ts'
import { makePayouts } from './make-payouts.ts'
import { payoutView } from './view.ts'

/** Gives the events of a store and mode their places, so that a payout reckons with them. */
type Place = (key: { storeId: string; sandbox: boolean }) => Promise<unknown>

/** The store's payouts: for people, a part of the ledger. */
const reads = { kind: 'private', scope: 'orders:read', permission: 'ledger:read' } as const

export function payoutRoutes(service: Service, place: Place): Route[] {
  return [
    route({
      method: 'GET',
      path: '/me/payouts',
      access: reads,
      doc: docs.listPayouts,
      async handle({ caller, query, baseUrl }) {
        const { count, payouts, page } = await listPayouts(service, caller, query)
        const url = `${baseUrl}/me/payouts`
        return answer(200, pageView(payouts.map(payoutView), { count, url, query, page }))
      },
    }),
    route({
      method: 'POST',
      path: '/me/payouts',
      lenderOnly: { what: 'A payout by hand' },
      access: { kind: 'private', scope: 'settings:write', permission: 'payouts:release' },
      doc: docs.makePayouts,
      async handle({ caller, write }) {
        const payee = { storeId: caller.store.id, sandbox: caller.sandbox }
        await place(payee)
        return write(
          (writing) => makePayouts(writing, payee, 'by hand'),
          (payouts) => answer(201, { results: payouts.map(payoutView) }, '/me/payouts'),
        )
      },
    }),
    route({
      method: 'GET',
      path: '/me/payouts/:payoutId',
      access: reads,
      doc: docs.getPayout,
      async handle({ caller, params }) {
        const payout = await getPayout(service, caller, params.payoutId)
        return answer(200, payoutView(payout))
      },
    }),
    route({
      method: 'GET',
      path: '/me/payouts/:payoutId/payments',
      access: reads,
      doc: docs.listCovered,
      async handle({ caller, params, query, baseUrl }) {
        const { payoutId } = params
        const selection = { payoutId, parameters: query }
        const { count, lines, page } = await listCovered(service, caller, selection)
        const url = `${baseUrl}/me/payouts/${payoutId}/payments`
        return answer(200, pageView(lines.map(paymentView), { count, url, query, page }))
      },
    }),
  ]
}
