import type { ReasonGiven } from '@svc/api'
import type { ApprovalPolicy, PolicyRule } from '../../model/approvals/approval.ts'
import { policyFaults } from '../../model/approvals/rules.ts'
import { Refused } from '../../platform/refusal.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import { changesOf } from '../../tenancy/actions/changes.ts'
import { findPolicy, policyRow } from '../../tenancy/approvals/store.ts'
import type { LenderCaller, RealWriting } from '../../tenancy/caller/context.ts'

type Change = {
  /** The one that was read. */
  readonly version: number
  readonly rules: readonly PolicyRule[]
  readonly reason: ReasonGiven
}

/** Applies to later requests. Errors: `body_invalid`, `terms_conflict`. */
export function changePolicy(
  writing: RealWriting,
  { sandbox }: LenderCaller,
  { version, rules, reason }: Change,
): Promise<ApprovalPolicy> {
  const { writer, clock } = writing
  const mode = sandbox ? 'sandbox' : 'live'
  const faults = policyFaults(rules, !sandbox)
  if (Object.keys(faults).length > 0) throw new Refused('body_invalid', { fields: faults })
  return writer.transaction(null, async (tx) => {
    const before = await findPolicy(tx, mode)
    if (before.version !== version) {
      throw new Refused('terms_conflict', { values: { state: before.version } })
    }
    const changes = changesOf({ rules: before.rules }, { rules })
    if (Object.keys(changes).length === 0) return tx.commit(before)
    const policy = { version: version + 1, rules }
    const object = { kind: 'approval_policy', id: mode }
    const action = { action: 'approval_policy.change', object, storeId: null, changes } as const
    const row = policyRow({ mode, ...policy, createdAt: clock.now() })
    return tx.commit(policy, acted(writing, { ...action, sandbox, reason }, row))
  })
}
