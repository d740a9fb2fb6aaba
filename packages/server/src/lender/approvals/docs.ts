/** What the OpenAPI document says of the routes beside this file. */
import {
  ApprovalAnswer,
  ApprovalPage,
  ApprovalSecretAnswer,
  ApprovedAllAnswer,
  SingleApprovalAnswer,
  StaleAnswer,
} from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'
import { approvalList } from './list-store.ts'

export const listApprovals: RouteDoc = {
  operation: 'listApprovals',
  summary: 'What waits for a second person, and what became of it, newest first',
  answers: { 200: ApprovalPage },
  list: approvalList,
}

export const getApproval: RouteDoc = {
  operation: 'getApproval',
  summary: 'An approval, with what it would do now',
  answers: { 200: SingleApprovalAnswer },
  errors: ['approval_not_found'],
}

export const approve: RouteDoc = {
  operation: 'approve',
  summary: 'Approve what somebody else asked for: it is done at once, or fails by its rule',
  answers: { 200: ApprovalAnswer, 409: StaleAnswer },
  errors: ['approval_not_found', 'approval_stale', 'approval_own', 'approval_ended'],
}

export const readAnswer: RouteDoc = {
  operation: 'readApprovalAnswer',
  summary: 'What was approved answered with a secret: whoever asked for it reads it, once',
  answers: { 200: ApprovalSecretAnswer },
  errors: ['approval_not_found', 'approval_not_own', 'approval_ended'],
}

export const approveAll: RouteDoc = {
  operation: 'approveAll',
  summary: 'Approve several, each by itself',
  answers: { 200: ApprovedAllAnswer },
}

export const declineApproval: RouteDoc = {
  operation: 'declineApproval',
  summary: 'Decline what somebody else asked for',
  answers: { 200: ApprovalAnswer },
  errors: ['approval_not_found', 'approval_own', 'approval_ended'],
}

export const withdrawApproval: RouteDoc = {
  operation: 'withdrawApproval',
  summary: 'Take back what one asked for oneself',
  answers: { 200: ApprovalAnswer },
  errors: ['approval_not_found', 'approval_not_own', 'approval_ended'],
}
