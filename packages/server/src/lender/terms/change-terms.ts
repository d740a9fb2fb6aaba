import type { ReasonGiven, TermsPatch } from '@svc/api'
import {
  comingIn,
  hasOwnTerms,
  type LendersSettings,
  lendersTerms,
  type OfMode,
  type StoredAccount,
  storeIn,
} from '../../model/stores/store-terms.ts'
import type { RowSet, Transaction } from '../../platform/database/database.ts'
import { isId } from '../../platform/ids.ts'
import { accept, existing, Refused } from '../../platform/refusal.ts'
import { lockStore } from '../../tenancy/accounts/store.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import type { RealWriting } from '../../tenancy/caller/context.ts'
import { lockStoreStates } from '../../tenancy/store-states/store.ts'
import { rescheduled } from '../../tenancy/stores/reschedule.ts'
import { settingsUpdate } from '../../tenancy/stores/store.ts'
import { storedUnder } from '../../tenancy/stores/terms.ts'
import { decideBeginning, decideTerms } from '../../tenancy/stores/terms-rules.ts'
import { nextVersion, termsRow } from '../../tenancy/terms/store.ts'
import {
  holdTimes,
  provingTerms,
  settledTerms,
  type Times,
  versioned,
} from '../../tenancy/terms/versioning.ts'
import { termsChangeOf } from './action.ts'

type Mode = OfMode & { readonly demo: boolean }
type ChangeTerms = Mode & {
  readonly storeId: string
  /** Of the terms that were read: those in force when the new ones take effect. */
  readonly version: number
  /** Undefined: at once. */
  readonly effectiveFrom: Date | undefined
  readonly reason: ReasonGiven
  readonly change: TermsPatch
}

/** A version of terms, and the store for which it holds. */
export type MadeTerms = {
  readonly store: StoredAccount
  readonly version: number
  readonly effectiveFrom: Date
  readonly madeAt: Date
  readonly terms: LendersSettings
  /** Of the time of the mode. */
  readonly at: Date
}

/**
 * A new version of what the lender decides of a store in a mode, from a moment on. Whoever makes a
 * checkout at the same time is before it or after it. Refusals: `store_not_found`, `terms_conflict`,
 * `body_invalid`.
 */
export function changeTerms(
  writing: RealWriting,
  { storeId, version, effectiveFrom, reason, change, ...mode }: ChangeTerms,
): Promise<MadeTerms> {
  const { writer, clock } = writing
  return writer.transaction(`store/${storeId}`, async (tx) => {
    const locked = existing(await lockStore(tx, isId(storeId) ? storeId : ''), 'store', storeId)
    await lockStoreStates(tx, storeId)
    const times = await holdTimes(tx, storeId, clock.now())
    const at = timeOf(mode, times)
    const settled = settledTerms(locked, times)
    const coming = comingIn(settled, mode)
    const from = accept(decideBeginning({ wanted: effectiveFrom, now: at, coming }))
    const basis = storeIn(settled, { ...mode, at: from })
    const { version: stands, since } = basis.terms
    if (version !== stands) throw new Refused('terms_conflict', { values: { state: stands } })
    const terms = accept(decideTerms(basis, change))
    const of = { storeId, sandbox: mode.sandbox }
    const before = lendersTerms(basis)
    const { timeZone } = basis
    const action = termsChangeOf(of, { before, after: terms, reason, from, now: at, timeZone })
    if (action === undefined) {
      const began = since ?? locked.createdAt
      const made = { version: stands, effectiveFrom: began, madeAt: began, terms: before }
      return tx.commit({ ...made, store: locked, at })
    }
    const planning = { locked, settled, terms, at, from }
    const { made, rowSets } = await plan(tx, mode, planning)
    const calendars = rescheduled(times, { earlier: locked, later: made.store })
    // Now, after all who were before it.
    const acting = { ...writing.acting, at: times.real }
    const proving = provingTerms(action, rowSets)
    return tx.commit(made, acted({ ...writing, acting }, proving, ...rowSets, ...calendars))
  })
}

/** On a demo both modes are one, which goes by the time of the world. */
export const timeOf = ({ sandbox, demo }: Mode, { real, inSandbox }: Times): Date =>
  sandbox && !demo ? inSandbox : real

type Planning = {
  readonly locked: StoredAccount
  readonly settled: StoredAccount
  readonly terms: LendersSettings
  readonly at: Date
  readonly from: Date
}
type Planned = { readonly made: MadeTerms; readonly rowSets: readonly RowSet[] }

/** The terms hold at once, or wait; a sandbox has terms of its own from then on. */
async function plan(tx: Transaction, mode: Mode, planning: Planning): Promise<Planned> {
  const { locked, settled, terms, at, from } = planning
  const isNow = from.getTime() <= at.getTime()
  const own = mode.sandbox && !mode.demo
  const present = lendersTerms(storeIn(settled, { ...mode, at }))
  const begins = own && !hasOwnTerms(settled, mode)
  const holding = isNow ? terms : present
  const after = isNow || begins ? storedUnder(settled, { terms: holding, at }, mode) : settled
  const change = { locked, settled, after, at }
  const { stored, rowSets } = await versioned(tx, mode, change)
  const changed = stored !== locked
  const version = { ...stored, version: stored.version + (changed ? 1 : 0) }
  const kept = changed ? [settingsUpdate(stored), ...rowSets] : rowSets
  if (isNow) {
    const { terms: held } = storeIn(stored, { ...mode, at })
    const effectiveFrom = held.since ?? at
    const made = { version: held.version, effectiveFrom, madeAt: effectiveFrom, terms, at }
    return { made: { ...made, store: version }, rowSets: kept }
  }
  const number = await nextNumber(tx, { stored, own, begins })
  const moments = { effectiveFrom: from, madeAt: at }
  const row = { storeId: stored.id, sandbox: own, version: number, ...moments, terms }
  const waiting = { sandbox: own, version: number, from: from.getTime(), terms }
  const comingTerms = [...stored.comingTerms, waiting].sort((a, b) => a.from - b.from)
  const store = { ...version, comingTerms }
  return {
    made: { store, version: number, ...moments, terms, at },
    rowSets: [...kept, termsRow(row)],
  }
}

type Numbering = {
  readonly stored: StoredAccount
  readonly own: boolean
  /** The row of the present terms is written with it. */
  readonly begins: boolean
}

async function nextNumber(tx: Transaction, { stored, own, begins }: Numbering): Promise<number> {
  if (begins && stored.sandboxTermsVersion !== null) return stored.sandboxTermsVersion + 1
  const shared = own ? false : stored.sandboxTerms === null
  return nextVersion(tx, { storeId: stored.id, sandbox: own, shared })
}
