/** What the OpenAPI document says of the routes beside this file. */
import { DecisionAnswer, DecisionList } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

export const listDecisions: RouteDoc = {
  operation: 'listDecisions',
  summary: 'What was decided when the buyer signed, with every reason and what was judged',
  answers: { 200: DecisionList },
  errors: ['order_not_found'],
}

export const reviewDecision: RouteDoc = {
  operation: 'reviewDecision',
  summary: 'Records what a person made of a refusal',
  answers: { 201: DecisionAnswer },
  errors: ['order_not_found', 'decision_not_found', 'decision_not_refused', 'decision_reviewed'],
}
