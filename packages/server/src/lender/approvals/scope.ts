import type { Approval } from '../../model/approvals/approval.ts'
import { approvalActions, approvalRuleOf } from '../../model/approvals/approval-action.ts'
import { reachesAll } from '../../model/staff/roles.ts'
import { existing } from '../../platform/refusal.ts'
import type { LenderCaller } from '../../tenancy/caller/context.ts'
import type { ApprovalScope } from './list-store.ts'

/**
 * The approvals that somebody sees: their own, those they may decide, or all with the whole log.
 */
export function scopeOf({ principal, holders, permissions, sandbox }: LenderCaller): ApprovalScope {
  const decidable = approvalActions.filter((each) =>
    permissions.has(approvalRuleOf(each).permission),
  )
  const seesAll = permissions.has('actions:read') && reachesAll(holders, 'actions:read')
  return { sandbox, makerId: principal.id ?? '', actions: seesAll ? null : decidable }
}

/** One that they see; one of another mode or of others is missing. */
export function visible(
  approval: Approval | undefined,
  caller: LenderCaller,
  id: string,
): Approval {
  const { makerId, actions, sandbox } = scopeOf(caller)
  const mode = sandbox ? 'sandbox' : 'live'
  const fits =
    approval !== undefined &&
    (approval.mode === null || approval.mode === mode) &&
    (actions === null || approval.makerId === makerId || actions.includes(approval.action))
  return existing(fits ? approval : undefined, 'approval', id)
}
