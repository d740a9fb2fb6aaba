import { answerList } from '../../tenancy/caller/answer-list.ts'
import { answer, lenderRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { readDecision, readDecisions } from './read-decisions.ts'
import { lenderDecisionItem, lenderDecisionView } from './view.ts'

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
      path: '/lender/decisions/:decisionId',
      permission: 'decisions:read',
      doc: docs.getDecision,
      async handle({ caller, params }) {
        const decision = await readDecision(service, caller, params.decisionId)
        return answer(200, lenderDecisionView(decision))
      },
    }),
  ]
}
