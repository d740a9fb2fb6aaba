/** OpenAPI descriptions of the routes in this folder. */
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
  summary: 'List approvals, pending and decided, newest first',
  answers: { 200: ApprovalPage },
  list: approvalList,
}

export const getApproval: RouteDoc = {
  operation: 'getApproval',
  summary: 'Retrieve an approval, with its effects as of now',
  answers: { 200: SingleApprovalAnswer },
  errors: ['approval_not_found'],
}

export const approve: RouteDoc = {
  operation: 'approve',
  summary: "Approve another person's request; it is carried out at once, or fails its checks",
  answers: { 200: ApprovalAnswer, 409: StaleAnswer },
  errors: ['approval_not_found', 'approval_stale', 'approval_own', 'approval_ended'],
}

export const readAnswer: RouteDoc = {
  operation: 'readApprovalAnswer',
  summary: 'Read the secret that an approved request produced; its maker can read it once',
  answers: { 200: ApprovalSecretAnswer },
  errors: ['approval_not_found', 'approval_not_own', 'approval_ended'],
}

export const approveAll: RouteDoc = {
  operation: 'approveAll',
  summary: 'Approve several requests, each on its own',
  answers: { 200: ApprovedAllAnswer },
}

export const declineApproval: RouteDoc = {
  operation: 'declineApproval',
  summary: "Decline another person's request",
  answers: { 200: ApprovalAnswer },
  errors: ['approval_not_found', 'approval_own', 'approval_ended'],
}

export const withdrawApproval: RouteDoc = {
  operation: 'withdrawApproval',
  summary: "Withdraw the caller's own request",
  answers: { 200: ApprovalAnswer },
  errors: ['approval_not_found', 'approval_not_own', 'approval_ended'],
}
