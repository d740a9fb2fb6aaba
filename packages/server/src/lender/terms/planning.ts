/** The rows of a new version of terms, and the store after it. */
import {
  hasOwnTerms,
  type LendersSettings,
  lendersTerms,
  type OfMode,
  type StoredAccount,
  storeIn,
} from '../../model/stores/store-terms.ts'
import type { RowSet, Transaction } from '../../platform/database/database.ts'
import { settingsUpdate } from '../../tenancy/stores/store.ts'
import { storedUnder } from '../../tenancy/stores/terms.ts'
import { nextVersion, termsRow } from '../../tenancy/terms/store.ts'
import { versioned } from '../../tenancy/terms/versioning.ts'

type Mode = OfMode & { readonly demo: boolean }

/** A version of terms, and the store for which it holds. */
export type MadeTerms = {
  readonly store: StoredAccount
  readonly version: number
  readonly effectiveFrom: Date
  readonly madeAt: Date
  readonly terms: LendersSettings
  /** In the time of the mode. */
  readonly at: Date
}

type Planning = {
  readonly locked: StoredAccount
  readonly settled: StoredAccount
  readonly terms: LendersSettings
  readonly at: Date
  readonly from: Date
}
type Planned = { readonly made: MadeTerms; readonly rowSets: readonly RowSet[] }

/** The terms apply now, or wait; a sandbox has terms of its own from then on. */
export async function planTerms(tx: Transaction, mode: Mode, planning: Planning): Promise<Planned> {
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
  const changes = changed ? [settingsUpdate(stored), ...rowSets] : rowSets
  if (isNow) {
    const { terms: held } = storeIn(stored, { ...mode, at })
    const effectiveFrom = held.since ?? at
    const made = { version: held.version, effectiveFrom, madeAt: effectiveFrom, terms, at }
    return { made: { ...made, store: version }, rowSets: changes }
  }
  const number = await nextNumber(tx, { stored, own, begins })
  const moments = { effectiveFrom: from, madeAt: at }
  const row = { storeId: stored.id, sandbox: own, version: number, ...moments, terms }
  const waiting = { sandbox: own, version: number, from: from.getTime(), terms }
  const comingTerms = [...stored.comingTerms, waiting].sort((a, b) => a.from - b.from)
  const store = { ...version, comingTerms }
  return {
    made: { store, version: number, ...moments, terms, at },
    rowSets: [...changes, termsRow(row)],
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
