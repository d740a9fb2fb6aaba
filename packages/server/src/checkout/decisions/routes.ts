import { DecisionReviewBody } from '@svc/api'
import { actsForLender } from '../../tenancy/caller/lender-only.ts'
import { answer, type Route, route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { listDecisions } from './list-decisions.ts'
import { reviewDecision } from './review-decision.ts'
import { decisionView, outcomeView } from './view.ts'

/** The store's reads and writes; its buyer's reads are in checkouts/decision-routes.ts. */
export function decisionRoutes(service: Service): Route[] {
  return [
    route({
      method: 'GET',
      path: '/orders/:orderId/decisions',
      access: { kind: 'private', scope: 'orders:read', permission: 'decisions:read' },
      doc: docs.listDecisions,
      async handle({ caller, params }) {
        const decisions = await listDecisions(service, caller, params.orderId)
        const isWhole = actsForLender(service, caller)
        const results = decisions.map((each) => (isWhole ? decisionView : outcomeView)(each))
        return answer(200, { results })
      },
    }),
    route({
      method: 'POST',
      path: '/orders/:orderId/decisions/:decisionId/review',
      lenderOnly: { what: 'The review of a refusal' },
      access: { kind: 'private', scope: 'orders:write', permission: 'decisions:review' },
      doc: docs.reviewDecision,
      body: DecisionReviewBody,
      handle({ caller, params, body, write }) {
        const input = {
          ref: params.orderId,
          decisionId: params.decisionId,
          review: body,
        }
        return write(
          (writing) => reviewDecision(writing, caller, input),
          (decision) => answer(201, decisionView(decision)),
        )
      },
    }),
  ]
}
