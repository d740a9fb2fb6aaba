import type { Answered, ApprovalPolicyAnswer, ApprovalPolicyVersions } from '@svc/api'
import type { ApprovalPolicy } from '../../model/approvals/approval.ts'
import { approvalActions, approvalRuleOf } from '../../model/approvals/approval-action.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import type { PolicyVersion } from './list-store.ts'

export function versionView({
  createdAt,
  ...policy
}: PolicyVersion): Answered<typeof ApprovalPolicyVersions>['results'][number] {
  const { version, rules } = policyView(policy)
  return { version, rules, created: utcMicros(createdAt) }
}

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
