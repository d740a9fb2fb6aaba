import type { ApprovalPolicy } from '../../model/approvals/approval.ts'
import { findPolicy } from '../../tenancy/approvals/store.ts'
import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'

/** The one that holds in the mode. */
export function getPolicy(
  { database }: Reading,
  { sandbox }: LenderCaller,
): Promise<ApprovalPolicy> {
  return findPolicy(database, sandbox ? 'sandbox' : 'live')
}
