import { LenderPayoutBody } from '@svc/api'
import { makePayouts } from '../../settlement/payouts/make-payouts.ts'
import { paymentView } from '../../settlement/settlements/view.ts'
import { answerList } from '../../tenancy/caller/answer-list.ts'
import { answer, lenderRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { findPayee } from './find-payee.ts'
import { readLines, readPayout, readPayouts } from './read-payouts.ts'
import { lenderPayoutView } from './view.ts'

/** Gives the events of a store and mode their places, so that a payout reckons with them. */
type Place = (key: { storeId: string; sandbox: boolean }) => Promise<unknown>

export function lenderPayoutRoutes(service: Service, place: Place): Route[] {
  return [
    lenderRoute({
      method: 'GET',
      path: '/lender/payouts',
      permission: 'payouts:read',
      doc: docs.listPayouts,
      async handle(request) {
        const listed = await readPayouts(service, request.caller, request.query)
        return answerList(request, '/lender/payouts', listed, lenderPayoutView)
      },
    }),
    lenderRoute({
      method: 'GET',
      path: '/lender/payouts/:payoutId',
      permission: 'payouts:read',
      doc: docs.getPayout,
      async handle({ caller, params }) {
        return answer(200, lenderPayoutView(await readPayout(service, caller, params.payoutId)))
      },
    }),
    lenderRoute({
      method: 'GET',
      path: '/lender/payouts/:payoutId/lines',
      permission: 'payouts:read',
      doc: docs.listLines,
      async handle(request) {
        const { caller, params, query } = request
        const { payoutId: id } = params
        const listed = await readLines(service, caller, { id, parameters: query })
        return answerList(request, `/lender/payouts/${id}/lines`, listed, paymentView)
      },
    }),
    payRoute(service, place),
  ]
}

function payRoute(service: Service, place: Place): Route {
  return lenderRoute({
    method: 'POST',
    path: '/lender/payouts',
    permission: 'payouts:release',
    stepUp: true,
    doc: docs.makePayouts,
    approval: {
      action: 'payout_release',
      async object({ body }) {
        const { id } = await findPayee(service, body.store_id)
        return { kind: 'store', id, storeId: id }
      },
    },
    body: LenderPayoutBody,
    async handle({ caller: { sandbox }, body, writeFor }) {
      const { id, name } = await findPayee(service, body.store_id)
      const payee = { storeId: id, sandbox }
      await place(payee)
      return writeFor(
        { storeId: id, reason: body.reason },
        (writing) => makePayouts(writing, payee, 'by hand'),
        (payouts) => {
          const store = { id, name }
          const results = payouts.map((payout) => lenderPayoutView({ ...payout, store }))
          return answer(201, { results }, '/lender/payouts')
        },
      )
    },
  })
}
