import type { ExposurePolicy } from '../../model/exposure/exposure.ts'
import { standardPolicy } from '../../model/exposure/rules.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import { changesOf } from '../../tenancy/actions/changes.ts'
import type { RealWriting } from '../../tenancy/caller/context.ts'
import { findPolicy, policyRow } from './store.ts'

/** What is left out stays as it is. */
export type PolicyWish = Partial<Omit<ExposurePolicy, 'version'>> & Pick<ExposurePolicy, 'currency'>

/**
 * Sets what a person may owe over all stores: it counts for every signature that begins afterwards,
 * in every process. What is the same already makes no new version; of two at once the second one is
 * made of what the first has set, since a version is there once.
 */
export function setPolicy(writing: RealWriting, wish: PolicyWish): Promise<ExposurePolicy> {
  return writing.writer.transaction(null, async (tx) => {
    const before = (await findPolicy(tx)) ?? standardPolicy(wish.currency)
    // Rates are those of one currency.
    const rates = before.currency === wish.currency ? before.rates : {}
    const after = { ...before, rates, ...wish }
    const changes = changesOf(before, after)
    if (before.version > 0 && Object.keys(changes).length === 0) return tx.commit(before)
    const policy = { ...after, version: before.version + 1 }
    const object = { kind: 'exposure_policy', id: String(policy.version) }
    const action = { action: 'exposure_policy.change', object, storeId: null, changes } as const
    const row = policyRow(policy, writing.clock.now())
    return tx.commit(policy, acted(writing, action, row))
  })
}
