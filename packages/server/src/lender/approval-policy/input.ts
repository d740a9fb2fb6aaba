import type { ApprovalPolicyWish } from '@svc/api'
import type { PolicyRule } from '../../model/approvals/approval.ts'

export function rulesIn({ rules }: ApprovalPolicyWish): readonly PolicyRule[] {
  return rules.map(({ action, role = null, currency = null, alone_max: aloneMax = null }) => {
    return { action, role, currency, aloneMax }
  })
}
