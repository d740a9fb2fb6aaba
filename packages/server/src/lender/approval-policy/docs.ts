/** What the OpenAPI document says of the routes beside this file. */
import { ApprovalPolicyAnswer } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

export const getPolicy: RouteDoc = {
  operation: 'getApprovalPolicy',
  summary: 'What one person may do alone, up to how much',
  answers: { 200: ApprovalPolicyAnswer },
}

export const changePolicy: RouteDoc = {
  operation: 'changeApprovalPolicy',
  summary: 'Set what one person may do alone',
  answers: { 200: ApprovalPolicyAnswer },
  errors: ['terms_conflict'],
}
