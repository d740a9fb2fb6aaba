import { LenderReviewBody } from '@svc/api'
import { reviewDecision } from '../../checkout/decisions/review-decision.ts'
import { fileRoute, listRoute } from '../../tenancy/caller/list-route.ts'
import { answer, lenderRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { exportDecisions } from './export-decisions.ts'
import { openDecision, readDecision, readDecisions } from './read-decisions.ts'
import { lenderDecisionItem, lenderDecisionView, openedDecisionView } from './view.ts'

export function lenderDecisionRoutes(service: Service): Route[] {
  return [
    listRoute({
      path: '/lender/decisions',
      permission: 'decisions:read',
      doc: docs.listDecisions,
      read: ({ caller, query }) => readDecisions(service, caller, query),
      view: lenderDecisionItem,
    }),
    fileRoute({
      path: '/lender/decisions.csv',
      doc: docs.exportDecisions,
      read: ({ caller, query, writing, mayStill }) =>
        exportDecisions({ ...service, writing, mayStill }, caller, query),
    }),
    lenderRoute({
      method: 'GET',
      path: '/lender/decisions/:decisionId',
      permission: 'decisions:read',
      doc: docs.getDecision,
      async handle({ caller, params }) {
        const opened = await openDecision(service, caller, params.decisionId)
        return answer(200, openedDecisionView(opened))
      },
    }),
    reviewRoute(service),
  ]
}

function reviewRoute(service: Service): Route {
  return lenderRoute({
    method: 'POST',
    path: '/lender/decisions/:decisionId/review',
    permission: 'decisions:review',
    doc: docs.reviewDecision,
    approval: {
      action: 'review',
      async object({ caller, params: { decisionId: id } }) {
        const { store } = await readDecision(service, caller, id)
        return { kind: 'decision', id, storeId: store.id }
      },
      async amount({ caller, params, body: { outcome } }) {
        const { decision } = await readDecision(service, caller, params.decisionId)
        const { amount, currency } = decision.inputs
        // To confirm a refusal lends nothing.
        return { amount: outcome === 'overturned' ? amount : 0, currency }
      },
    },
    body: LenderReviewBody,
    async handle({ caller, params, body, writeFor }) {
      const { decision, store } = await readDecision(service, caller, params.decisionId)
      const { outcome, note, reason = { code: 'other', note } } = body
      const { orderId: ref, id: decisionId, sandbox } = decision
      return writeFor(
        { storeId: store.id, reason },
        (writing) =>
          reviewDecision(
            writing,
            { store, sandbox },
            { ref, decisionId, review: { outcome, note } },
          ),
        (reviewed) => answer(201, lenderDecisionView({ decision: reviewed, store })),
      )
    },
  })
}
