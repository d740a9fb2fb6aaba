/** What the OpenAPI document says of the routes beside this file. */
import { LenderDecisionAnswer, LenderDecisionPage } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'
import { decisionList } from './list-store.ts'

export const listDecisions: RouteDoc = {
  operation: 'listLenderDecisions',
  summary: 'Decisions on the buyers of all stores, newest first',
  answers: { 200: LenderDecisionPage },
  list: decisionList,
}

export const getDecision: RouteDoc = {
  operation: 'getLenderDecision',
  summary: 'A decision with its inputs and every reason',
  answers: { 200: LenderDecisionAnswer },
  errors: ['decision_not_found'],
}
