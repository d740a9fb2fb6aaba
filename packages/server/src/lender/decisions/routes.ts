import { LenderReviewBody } from '@svc/api'
import { reviewDecision } from '../../checkout/decisions/review-decision.ts'
import { csvHeaders } from '../../platform/http/csv.ts'
import { answerList } from '../../tenancy/caller/answer-list.ts'
import { answer, lenderRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { exportDecisions } from './export-decisions.ts'
import { openDecision, readDecision, readDecisions } from './read-decisions.ts'
import { lenderDecisionItem, lenderDecisionView, openedDecisionView } from './view.ts'

export function lenderDecisionRoutes(service: Service): Route[] {
  return [
    lenderRoute({
      method: 'GET',
      path: '/lender/decisions',
      permission: 'decisions:read',
      doc: docs.listDecisions,
      async handle(request) {
        const listed = await readDecisions(service, request.caller, request.query)
        return answerList(request, '/lender/decisions', listed, lenderDecisionItem)
      },
    }),
    lenderRoute({
      method: 'GET',
      path: '/lender/decisions.csv',
      ...{ permission: 'exports:write', stepUp: true, doc: docs.exportDecisions },
      async handle({ caller, query, writing, mayStill }) {
        const content = await exportDecisions({ ...service, writing, mayStill }, caller, query)
        return { content, headers: csvHeaders('decisions.csv') }
      },
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
