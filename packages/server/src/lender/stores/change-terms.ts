import type { ReasonGiven, TermsPatch } from '@svc/api'
import type { OfMode, StoredAccount } from '../../model/stores/store-terms.ts'
import { isId } from '../../platform/ids.ts'
import { accept, existing, Refused } from '../../platform/refusal.ts'
import { lockStore } from '../../tenancy/accounts/store.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import type { RealWriting } from '../../tenancy/caller/context.ts'
import { rescheduled } from '../../tenancy/stores/reschedule.ts'
import { settingsUpdate } from '../../tenancy/stores/store.ts'
import { decideTerms, termsIn } from '../../tenancy/stores/terms-rules.ts'
import { termsChangeOf } from './action.ts'
import { versionOf } from './terms-version.ts'

type ChangeTerms = OfMode & {
  readonly storeId: string
  /** Of the terms that were read. */
  readonly version: string
  readonly reason: ReasonGiven
  readonly change: TermsPatch
  readonly demo: boolean
}

/**
 * Changes what the lender decides of a store in a mode, from then on. Refusals: `store_not_found`,
 * `terms_conflict`, `body_invalid`.
 */
export function changeTerms(
  writing: RealWriting,
  { storeId, version, reason, change, ...mode }: ChangeTerms,
): Promise<StoredAccount> {
  const { writer, clock } = writing
  return writer.transaction(`store/${storeId}`, async (tx) => {
    const stored = existing(await lockStore(tx, isId(storeId) ? storeId : ''), 'store', storeId)
    const before = termsIn(stored, mode)
    const stands = versionOf(before)
    if (version !== stands) throw new Refused('terms_conflict', { values: { state: stands } })
    const next = accept(decideTerms(stored, change, mode))
    const key = { storeId, sandbox: mode.sandbox }
    const action = termsChangeOf(key, { before, after: termsIn(next, mode), reason })
    if (action === undefined) return tx.commit(stored)
    const calendars = await rescheduled(tx, clock.now(), { earlier: stored, later: next })
    const after = { ...next, version: stored.version + 1 }
    return tx.commit(after, acted(writing, action, settingsUpdate(next), ...calendars))
  })
}
