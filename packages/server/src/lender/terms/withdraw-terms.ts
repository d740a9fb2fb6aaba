import type { ReasonGiven } from '@svc/api'
import { type OfMode, type StoredAccount, storeIn } from '../../model/stores/store-terms.ts'
import { isId } from '../../platform/ids.ts'
import { existing, Refused } from '../../platform/refusal.ts'
import { lockStore } from '../../tenancy/accounts/store.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import type { RealWriting } from '../../tenancy/caller/context.ts'
import { lockStoreStates } from '../../tenancy/store-states/store.ts'
import { withdrawalUpdate } from '../../tenancy/terms/store.ts'
import { holdTimes, settledTerms, timeIn } from '../../tenancy/terms/versioning.ts'
import { termsWithdrawalOf } from './action.ts'
import { findVersion, type TermsVersion } from './list-store.ts'

type WithdrawTerms = OfMode & {
  readonly storeId: string
  readonly version: number
  readonly reason: ReasonGiven
  readonly demo: boolean
}

type WithdrawnTerms = TermsVersion & { readonly store: StoredAccount }

/**
 * Withdraws a version that has not taken effect yet, one of the mode's own: the current one goes
 * on. Refusals: `store_not_found`, `terms_not_found`, `terms_not_coming`.
 */
export function withdrawTerms(
  writing: RealWriting,
  { storeId, version, reason, ...mode }: WithdrawTerms,
): Promise<WithdrawnTerms> {
  const { writer, clock } = writing
  return writer.transaction(`store/${storeId}`, async (tx) => {
    const locked = existing(await lockStore(tx, isId(storeId) ? storeId : ''), 'store', storeId)
    await lockStoreStates(tx, storeId)
    const times = await holdTimes(tx, storeId, clock.now())
    const at = timeIn(mode, times)
    const settled = settledTerms(locked, times)
    const sandbox = mode.sandbox && !mode.demo
    const { terms } = storeIn(settled, { ...mode, at })
    const scope = { storeId, sandbox, inForce: terms.version, at }
    const present = existing(await findVersion(tx, scope, version), 'terms', String(version))
    if (present.state !== 'coming') {
      throw new Refused('terms_not_coming', { values: { state: present.state } })
    }
    const of = { storeId, sandbox: mode.sandbox }
    const acting = { ...writing.acting, at: times.real }
    const action = termsWithdrawalOf(of, { version, reason })
    const row = withdrawalUpdate({ storeId, sandbox, version }, at)
    const after = { ...present, store: locked, state: 'withdrawn', withdrawnAt: at } as const
    return tx.commit(after, acted({ ...writing, acting }, action, row))
  })
}
