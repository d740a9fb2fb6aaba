/** What a change of a store in one mode leaves of the terms of both (decision 0126). */
import { isDeepStrictEqual } from 'node:util'
import type { Store, StoreSettings } from '../../model/stores/store-account.ts'
import {
  allowedIn,
  type LendersSettings,
  type OfMode,
  type StoredStore,
} from '../../model/stores/store-terms.ts'

/** What is kept once `after` holds in a mode. */
export function storedAfter<K extends StoredStore>(
  stored: K,
  { name, timeZone, settings }: Pick<Store, 'name' | 'timeZone' | 'settings'>,
  { sandbox, demo }: OfMode & { readonly demo: boolean },
): K {
  const both = { name, timeZone, liveSettings: settings }
  if (demo) return { ...stored, ...both, sandboxTerms: null, allowedProducts: null }
  if (!sandbox) {
    const allowed = allowedIn(stored, { sandbox })
    const isWhole = isDeepStrictEqual(settings.products, allowed)
    return { ...stored, ...both, allowedProducts: isWhole ? null : allowed }
  }
  const live = lendersSettings(stored.liveSettings)
  const wanted = { name, ...lendersSettings(settings) }
  const isOwn =
    stored.sandboxTerms !== null || !isDeepStrictEqual(wanted, { name: stored.name, ...live })
  return {
    ...stored,
    timeZone,
    liveSettings: { ...settings, ...live },
    sandboxTerms: isOwn ? wanted : null,
  }
}

export function lendersSettings(settings: StoreSettings): LendersSettings {
  const { products, decision, lender, collection } = settings
  const { payout_schedule, refund_spread, fees_on_refund } = settings
  const money = { payout_schedule, refund_spread, fees_on_refund }
  return { products, decision, lender, collection, ...money }
}
