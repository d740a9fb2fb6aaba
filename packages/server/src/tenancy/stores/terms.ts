/** The effect of a store's change in one mode on the terms of both (decision 0126). */
import { isDeepStrictEqual } from 'node:util'
import type { Store } from '../../model/stores/store-account.ts'
import {
  hasOwnTerms,
  type LendersSettings,
  lendersSettings,
  type OfMode,
  type StoredStore,
  withTerms,
} from '../../model/stores/store-terms.ts'

type Mode = OfMode & { readonly demo: boolean }
type Changed = Pick<Store, 'name' | 'timeZone' | 'settings'>

/** The row to store once `after` applies in a mode, which had `before`. */
export function storedAfter<K extends StoredStore>(
  stored: K,
  { before, after }: { readonly before: Store; readonly after: Changed },
  { sandbox, demo }: Mode,
): K {
  const { name, timeZone, settings } = after
  const both = { name, timeZone, liveSettings: settings }
  if (demo) return { ...stored, ...both, sandboxTerms: null, allowedProducts: null }
  if (!sandbox) {
    const { allowed } = before.terms
    const isWhole = isDeepStrictEqual(settings.products, allowed)
    return { ...stored, ...both, allowedProducts: isWhole ? null : allowed }
  }
  const live = lendersSettings(stored.liveSettings)
  const wanted = { name, ...lendersSettings(settings) }
  const had = { name: before.name, ...lendersSettings(before.settings) }
  const isOwn = hasOwnTerms(stored, { sandbox }) || !isDeepStrictEqual(wanted, had)
  return {
    ...stored,
    timeZone,
    liveSettings: { ...settings, ...live },
    sandboxTerms: isOwn ? wanted : null,
  }
}

/** The row to store once these terms apply in a mode from `at` on; without the version number. */
export function storedUnder<K extends StoredStore>(
  stored: K,
  { terms, at }: { readonly terms: LendersSettings; readonly at: Date },
  { sandbox, demo }: Mode,
): K {
  const { termsVersion: version } = stored
  const from = at.getTime()
  const after = withTerms(stored, { sandbox: sandbox && !demo, version, from, terms })
  if (!demo) return after
  const liveSettings = { ...after.liveSettings, products: terms.products }
  return { ...after, liveSettings, sandboxTerms: null, allowedProducts: null }
}
