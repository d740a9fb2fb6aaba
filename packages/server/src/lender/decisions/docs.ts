/** What the OpenAPI document says of the routes beside this file. */
import { LenderDecisionAnswer, LenderDecisionPage, OpenedLenderDecision } from '@svc/api'
import { fileDoc, type RouteDoc } from '../../tenancy/caller/route.ts'
import { decisionList } from './list-store.ts'

export const listDecisions: RouteDoc = {
  operation: 'listLenderDecisions',
  summary: 'List the credit decisions of all stores, newest first',
  answers: { 200: LenderDecisionPage },
  list: decisionList,
}

export const exportDecisions = fileDoc('exportLenderDecisions', decisionList)

export const getDecision: RouteDoc = {
  operation: 'getLenderDecision',
  summary: 'Retrieve a decision with its inputs and every reason',
  answers: { 200: OpenedLenderDecision },
  errors: ['decision_not_found'],
}

export const reviewDecision: RouteDoc = {
  operation: 'reviewLenderDecision',
  summary: "Record a person's review of a declined decision",
  answers: { 201: LenderDecisionAnswer },
  errors: ['decision_not_found', 'decision_not_refused', 'decision_reviewed'],
}
