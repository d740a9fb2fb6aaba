import type { ReasonGiven } from '@svc/api'
import type { ExposurePolicy } from '../../model/exposure/exposure.ts'
import {
  nextPolicy,
  type PolicyWish,
  policyFaults,
  standardPolicy,
} from '../../model/exposure/rules.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { Refused } from '../../platform/refusal.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import { changesOf } from '../../tenancy/actions/changes.ts'
import type { RealWriting } from '../../tenancy/caller/context.ts'
import { hadTwoAdmins } from '../../tenancy/staff-accounts/store.ts'
import { findPolicy, policyRow } from './store.ts'

export type Setting = {
  readonly wish: PolicyWish
  /** The version that was read; absent: the operator’s, for any version. */
  readonly version?: number
  readonly reason?: ReasonGiven
}

/**
 * Sets a person's limit over all stores: it applies to every signature that begins afterwards, in
 * every process. An unchanged policy makes no new version; of two concurrent changes the second is
 * applied to the first one's result, since a version exists once. Refusals: `terms_conflict`,
 * `body_invalid`.
 */
export function setPolicy(
  writing: RealWriting,
  { wish, version, reason }: Setting,
): Promise<ExposurePolicy> {
  return writing.writer.transaction(null, async (tx) => {
    const before = (await findPolicy(tx)) ?? standardPolicy('')
    if (version === undefined) await refuseOperator(tx, before)
    else if (version !== before.version) {
      throw new Refused('terms_conflict', { values: { state: before.version } })
    }
    const fields = policyFaults(before, wish)
    if (Object.keys(fields).length > 0) throw new Refused('body_invalid', { fields })
    const policy = nextPolicy(before, wish)
    const changes = changesOf({ ...before, version: 0 }, { ...policy, version: 0 })
    if (before.version > 0 && Object.keys(changes).length === 0) return tx.commit(before)
    const object = { kind: 'exposure_policy', id: String(policy.version) }
    const action = { action: 'exposure_policy.change', object, storeId: null, changes } as const
    const row = policyRow(policy, writing.clock.now())
    return tx.commit(policy, acted(writing, { ...action, ...(reason && { reason }) }, row))
  })
}

/** The command line is no way around two people: it sets the first one, until there are two. */
async function refuseOperator(tx: Transaction, { version }: ExposurePolicy): Promise<void> {
  if (version === 0 || !(await hadTwoAdmins(tx))) return
  throw new Error('by now two people change it: PATCH /lender/exposure-policy, or the desk')
}
