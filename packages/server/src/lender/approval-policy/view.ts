import type { Answered, ApprovalPolicyAnswer } from '@svc/api'
import type { ApprovalPolicy } from '../../model/approvals/approval.ts'
import { approvalActions, approvalRuleOf } from '../../model/approvals/approval-action.ts'

export function policyView({
  version,
  rules,
}: ApprovalPolicy): Answered<typeof ApprovalPolicyAnswer> {
  return {
    version,
    rules: rules.map(({ aloneMax, ...rule }) => ({ ...rule, alone_max: aloneMax })),
    actions: approvalActions.map((action) => {
      const { permission, hours, floor = false, bounded } = approvalRuleOf(action)
      return { action, permission, hours, floor, bounded: bounded !== undefined }
    }),
  }
}
