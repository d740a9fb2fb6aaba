import type { Approval } from '../../model/approvals/approval.ts'
import { decideWithdrawal } from '../../model/approvals/rules.ts'
import { accept, existing } from '../../platform/refusal.ts'
import { withdrawalOf } from '../../tenancy/approvals/ends.ts'
import { findApproval, lockApproval } from '../../tenancy/approvals/store.ts'
import type { LenderCaller, RealWriting } from '../../tenancy/caller/context.ts'
import { visible } from './scope.ts'

/** Errors: `approval_not_found`, `approval_not_own`, `approval_ended`. */
export function withdrawApproval(
  writing: RealWriting,
  caller: LenderCaller,
  { approvalId }: { readonly approvalId: string },
): Promise<Approval> {
  const { writer, clock } = writing
  return writer.transaction(null, async (tx) => {
    const known = visible(await findApproval(tx, approvalId), caller, approvalId)
    const locked = existing(await lockApproval(tx, known.id), 'approval', approvalId)
    const now = clock.now()
    const approval = accept(decideWithdrawal(locked, caller.principal, now))
    const withdrawn = withdrawalOf(writing, approval, now)
    return tx.commit(withdrawn.approval, withdrawn.written)
  })
}
