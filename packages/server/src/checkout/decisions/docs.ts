/** OpenAPI descriptions of the routes in this folder. */
import { DecisionAnswer, DecisionList } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

export const listDecisions: RouteDoc = {
  operation: 'listDecisions',
  summary: 'List the credit decisions on an order, with their reasons and inputs',
  answers: { 200: DecisionList },
  errors: ['order_not_found'],
}

export const reviewDecision: RouteDoc = {
  operation: 'reviewDecision',
  summary: "Record a person's review of a declined decision",
  answers: { 201: DecisionAnswer },
  errors: ['order_not_found', 'decision_not_found', 'decision_not_refused', 'decision_reviewed'],
}
