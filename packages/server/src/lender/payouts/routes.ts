import { paymentView } from '../../settlement/settlements/view.ts'
import { answerList } from '../../tenancy/caller/answer-list.ts'
import { answer, lenderRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { readLines, readPayout, readPayouts } from './read-payouts.ts'
import { lenderPayoutView } from './view.ts'

export function lenderPayoutRoutes(service: Service): Route[] {
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
  ]
}
