import type { ReasonGiven, TermsPatch } from '@svc/api'
import type { CreditorVersion } from '../../model/creditors/creditor.ts'
import {
  comingIn,
  type LendersSettings,
  lendersTerms,
  type OfMode,
  storeIn,
} from '../../model/stores/store-terms.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { isId } from '../../platform/ids.ts'
import { accept, existing, Refused } from '../../platform/refusal.ts'
import { lockStore } from '../../tenancy/accounts/store.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import type { RealWriting } from '../../tenancy/caller/context.ts'
import { lockStoreStates } from '../../tenancy/store-states/store.ts'
import { rescheduled } from '../../tenancy/stores/reschedule.ts'
import { decideBeginning, decideTerms } from '../../tenancy/stores/terms-rules.ts'
import { holdTimes, provingTerms, settledTerms, timeIn } from '../../tenancy/terms/versioning.ts'
import { findCreditor } from '../creditors/store.ts'
import { termsChangeOf } from './action.ts'
import { type MadeTerms, planTerms } from './planning.ts'

type Mode = OfMode & { readonly demo: boolean }
type ChangeTerms = Mode & {
  readonly storeId: string
  /** The version that was read: the one in force when the new terms take effect. */
  readonly version: number
  /** Undefined: immediately. */
  readonly effectiveFrom: Date | undefined
  readonly reason: ReasonGiven
  readonly change: TermsPatch
  /** The creditor from then on; undefined: unchanged, null: no creditor. */
  readonly creditorId?: string | null | undefined
}

/** With the terms from which the change began. */
type ChangedTerms = MadeTerms & { readonly before: LendersSettings }

/**
 * A new version of what the lender decides of a store in a mode, from a moment on. Anyone who makes
 * a checkout at the same time is before it or after it. Refusals: `store_not_found`,
 * `terms_conflict`, `body_invalid`.
 */
export function changeTerms(
  writing: RealWriting,
  { storeId, version, effectiveFrom, reason, change, creditorId, ...mode }: ChangeTerms,
): Promise<ChangedTerms> {
  const { writer, clock } = writing
  return writer.transaction(`store/${storeId}`, async (tx) => {
    const locked = existing(await lockStore(tx, isId(storeId) ? storeId : ''), 'store', storeId)
    await lockStoreStates(tx, storeId)
    const times = await holdTimes(tx, storeId, clock.now())
    const at = timeIn(mode, times)
    const settled = settledTerms(locked, times)
    const coming = comingIn(settled, mode)
    const from = accept(decideBeginning({ wanted: effectiveFrom, now: at, coming }))
    const basis = storeIn(settled, { ...mode, at: from })
    const { version: stands, since } = basis.terms
    if (version !== stands) throw new Refused('terms_conflict', { values: { state: stands } })
    const creditor = await namedCreditor(tx, mode, creditorId)
    const terms = accept(decideTerms(basis, change, creditor))
    const of = { storeId, sandbox: mode.sandbox }
    const before = lendersTerms(basis)
    const { timeZone } = basis
    const action = termsChangeOf(of, { before, after: terms, reason, from, now: at, timeZone })
    if (action === undefined) {
      const began = since ?? locked.createdAt
      const made = { version: stands, effectiveFrom: began, madeAt: began, terms: before }
      return tx.commit({ ...made, before, store: locked, at })
    }
    const planning = { locked, settled, terms, at, from }
    const { made, rowSets } = await planTerms(tx, mode, planning)
    const calendars = rescheduled(times, { earlier: locked, later: made.store })
    // Now, after all who were before it.
    const acting = { ...writing.acting, at: times.real }
    const proving = provingTerms(action, rowSets)
    return tx.commit(
      { ...made, before },
      acted({ ...writing, acting }, proving, ...rowSets, ...calendars),
    )
  })
}

/** Its newest version, which terms print until they name it again. Refusals: `body_invalid`. */
async function namedCreditor(
  tx: Transaction,
  { sandbox }: Mode,
  id: string | null | undefined,
): Promise<CreditorVersion | null | undefined> {
  if (id === null || id === undefined) return id
  const creditor = await findCreditor(tx, { id, sandbox })
  if (creditor !== undefined) return creditor
  const fields = { creditor_id: ['names no creditor of this mode'] }
  throw new Refused('body_invalid', { fields })
}
