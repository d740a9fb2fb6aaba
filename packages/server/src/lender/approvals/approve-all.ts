import type { Approval } from '../../model/approvals/approval.ts'
import { Refused } from '../../platform/refusal.ts'
import type { LenderCaller, RealWriting } from '../../tenancy/caller/context.ts'
import type { Deciding } from './input.ts'

type ApprovingAll = {
  readonly caller: LenderCaller
  readonly approvals: readonly { readonly id: string; readonly effects_hash: string }[]
  readonly note: string | null
}

/** The result of one approval: it ended, or why it did not. */
export type Approved = {
  readonly id: string
  readonly approval?: Approval
  readonly refused?: Refused
}

/** Each by itself, one after the other: what one is refused with stops none of the others. */
export async function approveAll(
  writing: RealWriting,
  decisions: Deciding,
  { caller, approvals, note }: ApprovingAll,
): Promise<readonly Approved[]> {
  const results: Approved[] = []
  for (const { id, effects_hash: effectsHash } of approvals) {
    const approving = { approvalId: id, caller, effectsHash, note }
    try {
      results.push({ id, approval: await decisions.approve(writing, approving) })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      results.push({ id, refused: error })
    }
  }
  return results
}
