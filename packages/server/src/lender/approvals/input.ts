import type { Approval } from '../../model/approvals/approval.ts'
import type { LenderCaller, RealWriting } from '../../tenancy/caller/context.ts'

/** The effects of a pending request now, or why it would be refused. */
export type Look =
  | { readonly effects: unknown; readonly hash: string; readonly refusal?: never }
  | { readonly refusal: string }

export type Approving = {
  readonly approvalId: string
  readonly caller: LenderCaller
  readonly effectsHash: string
  readonly note: string | null
}

/** Runs the request, as the route itself does: made where all routes are known. */
export type Deciding = {
  look(approval: Approval): Promise<Look>
  /** One that was executed, or failed by the rule. */
  approve(writing: RealWriting, approving: Approving): Promise<Approval>
}
