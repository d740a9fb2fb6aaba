import type { Approval } from '../../model/approvals/approval.ts'
import { decideCheck } from '../../model/approvals/rules.ts'
import { accept, existing } from '../../platform/refusal.ts'
import { declineOf } from '../../tenancy/approvals/ends.ts'
import { findApproval, lockApproval } from '../../tenancy/approvals/store.ts'
import type { LenderCaller, RealWriting } from '../../tenancy/caller/context.ts'
import { findPerson, lockStaff } from '../../tenancy/staff-accounts/store.ts'
import { findMaker } from './maker.ts'
import { visible } from './scope.ts'

type Declining = { readonly approvalId: string; readonly note: string }

/** Errors: `approval_not_found`, `approval_own`, `approval_ended`, `permission_missing`. */
export function declineApproval(
  writing: RealWriting,
  caller: LenderCaller,
  { approvalId, note }: Declining,
): Promise<Approval> {
  const { writer, clock } = writing
  return writer.transaction(null, async (tx) => {
    const known = visible(await findApproval(tx, approvalId), caller, approvalId)
    // Before the row, as every change of people takes the two.
    await lockStaff(tx)
    const locked = existing(await lockApproval(tx, known.id), 'approval', approvalId)
    const staffId = caller.principal.id ?? ''
    const checker = existing(await findPerson(tx, staffId), 'staff', staffId)
    const now = clock.now()
    const maker = await findMaker(tx, locked, now)
    const approval = accept(decideCheck({ approval: locked, checker, maker, now }))
    const declined = declineOf(writing, approval, { checker, note, at: now })
    return tx.commit(declined.approval, declined.written)
  })
}
