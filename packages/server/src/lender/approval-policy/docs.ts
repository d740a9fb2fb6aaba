/** What the OpenAPI document says of the routes beside this file. */
import { ApprovalPolicyAnswer, ApprovalPolicyVersions } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'
import { policyList } from './list-store.ts'

export const getPolicy: RouteDoc = {
  operation: 'getApprovalPolicy',
  summary: 'What one person may do alone, up to how much',
  answers: { 200: ApprovalPolicyAnswer },
}

export const listPolicies: RouteDoc = {
  operation: 'listApprovalPolicies',
  summary: 'Every version of what one person may do alone, newest first',
  answers: { 200: ApprovalPolicyVersions },
  list: policyList,
}

export const changePolicy: RouteDoc = {
  operation: 'changeApprovalPolicy',
  summary: 'Set what one person may do alone',
  answers: { 200: ApprovalPolicyAnswer },
  errors: ['terms_conflict'],
}
