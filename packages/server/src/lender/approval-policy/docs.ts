/** OpenAPI descriptions of the routes in this folder. */
import { ApprovalPolicyAnswer, ApprovalPolicyVersions } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'
import { policyList } from './list-store.ts'

export const getPolicy: RouteDoc = {
  operation: 'getApprovalPolicy',
  summary: 'Retrieve the approval policy: what one person may do alone, and up to which amount',
  answers: { 200: ApprovalPolicyAnswer },
}

export const listPolicies: RouteDoc = {
  operation: 'listApprovalPolicies',
  summary: 'List the versions of the approval policy, newest first',
  answers: { 200: ApprovalPolicyVersions },
  list: policyList,
}

export const changePolicy: RouteDoc = {
  operation: 'changeApprovalPolicy',
  summary: 'Change the approval policy',
  answers: { 200: ApprovalPolicyAnswer },
  errors: ['terms_conflict'],
}
