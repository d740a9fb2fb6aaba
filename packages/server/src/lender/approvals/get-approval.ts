import type { Approval } from '../../model/approvals/approval.ts'
import { findApproval } from '../../tenancy/approvals/store.ts'
import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'
import type { Deciding, Look } from './input.ts'
import { visible } from './scope.ts'

type Wanted = { readonly caller: LenderCaller; readonly approvalId: string }

/** With its effects now, while it is pending. Errors: `approval_not_found`. */
export async function getApproval(
  { database }: Reading,
  decisions: Deciding,
  { caller, approvalId }: Wanted,
): Promise<{ readonly approval: Approval; readonly look: Look | undefined }> {
  const approval = visible(await findApproval(database, approvalId), caller, approvalId)
  const isPending = approval.status === 'pending'
  return { approval, look: isPending ? await decisions.look(approval) : undefined }
}
