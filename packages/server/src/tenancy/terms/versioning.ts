/**
 * The effect of a change of a store on the versions of its terms (decision 0130). Invariants: 1. a
 * change of what the lender decides is a new version, any other is not. 2. None takes effect
 * before one that already has, whichever process's clock was used.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Action } from '../../model/actions/action.ts'
import {
  hasOwnTerms,
  inForce,
  type LendersSettings,
  lendersSettings,
  type OfMode,
  type StoredStore,
} from '../../model/stores/store-terms.ts'
import type { RowSet, Transaction } from '../../platform/database/database.ts'
import { jsonbText } from '../../platform/database/jsonb-text.ts'
import { newRows } from '../../platform/database/reader.ts'
import { sha256 } from '../actions/hash.ts'
import { holdTestClock } from '../test-clocks/store.ts'
import { timeOf } from '../test-clocks/test-clock.ts'
import { appliedTermsRows, nextVersion, termsRow } from './store.ts'

/** The present time: in live mode, and in the store's sandbox. */
export type Times = { readonly real: Date; readonly inSandbox: Date }

export async function holdTimes(tx: Transaction, storeId: string, real: Date): Promise<Times> {
  const testClock = await holdTestClock(tx, storeId)
  return { real, inSandbox: testClock === undefined ? real : timeOf(testClock, real) }
}

/** In a demo both modes are one, and use real time. */
export const timeIn = (
  { sandbox, demo }: OfMode & { readonly demo: boolean },
  { real, inSandbox }: Times,
): Date => (sandbox && !demo ? inSandbox : real)

/** The row of the store once everything that has taken effect in either mode is recorded. */
export function settledTerms<K extends StoredStore>(stored: K, { real, inSandbox }: Times): K {
  const live = inForce(stored, { sandbox: false, at: real })
  return live.sandboxTerms === null ? live : inForce(live, { sandbox: true, at: inSandbox })
}

type Change<K> = {
  /** As it was locked. */
  readonly locked: K
  /** The same with everything that has taken effect but was not recorded. */
  readonly settled: K
  /** With the change. */
  readonly after: K
  /** When, by the clock of the mode. */
  readonly at: Date
}

type Versioned<K> = { readonly stored: K; readonly rowSets: readonly RowSet[] }

/** The row to store after the change, with its new version, and the rows to write. */
export async function versioned<K extends StoredStore>(
  tx: Transaction,
  mode: OfMode,
  { locked, settled, after, at }: Change<K>,
): Promise<Versioned<K>> {
  const own = hasOwnTerms(after, mode)
  const noted = appliedTermsRows(notedIn(locked, after))
  const terms = keptTerms(after, own)
  const began = own && settled.sandboxTerms === null
  if (!began && isDeepStrictEqual(keptTerms(settled, own), terms)) {
    return { stored: withoutDropped(after), rowSets: noted }
  }
  const shared = own ? began : after.sandboxTerms === null
  const version = await nextVersion(tx, { storeId: after.id, sandbox: own, shared })
  const before = own ? settled.sandboxTermsSince : settled.termsSince
  const since = before !== null && before > at ? before : at
  const named = own
    ? { sandboxTermsVersion: version, sandboxTermsSince: since }
    : { termsVersion: version, termsSince: since }
  const row = { storeId: after.id, sandbox: own, version, effectiveFrom: since, madeAt: since }
  const stored = withoutDropped({ ...after, ...named })
  return { stored, rowSets: [...noted, termsRow({ ...row, terms })] }
}

/** With the hash of each new version: so the chain of actions proves their content. */
export function provingTerms(action: Action, rowSets: readonly RowSet[]): Action {
  const hashes = newRows(rowSets, 'store_terms').map(({ terms }) => sha256(jsonbText(terms)))
  if (hashes.length === 0) return action
  const terms_hash = { old: null, new: hashes }
  return { ...action, changes: { ...action.changes, terms_hash } }
}

/** A sandbox that follows live mode again has no version of its own. */
function withoutDropped<K extends StoredStore>(stored: K): K {
  if (stored.sandboxTerms !== null) return stored
  return { ...stored, sandboxTermsVersion: null, sandboxTermsSince: null }
}

/** Versions that no longer wait. */
function notedIn({ id: storeId, comingTerms }: StoredStore, after: StoredStore) {
  const left = new Set(after.comingTerms)
  return comingTerms
    .filter((each) => !left.has(each))
    .map(({ sandbox, version }) => ({ storeId, sandbox, version }))
}

/** The sandbox's own, or those of live mode, with all products that the lender allows. */
function keptTerms(stored: StoredStore, own: boolean): LendersSettings {
  if (own && stored.sandboxTerms !== null) {
    const { name: _, ...terms } = stored.sandboxTerms
    return terms
  }
  const { liveSettings, allowedProducts } = stored
  return lendersSettings({ ...liveSettings, products: allowedProducts ?? liveSettings.products })
}
