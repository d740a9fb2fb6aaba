/**
 * What the lender decides of a store belongs to a mode, what is trade to both (decision 0126).
 * Invariants:
 * 1. `storeIn` alone makes a store of what is kept of it.
 * 2. On a server that is no demo, a change in one mode leaves the terms of the other as they are,
 *    but that the sandbox goes by live mode until it has its own.
 * 3. On a demo one set serves both.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Store, StoreAccount, StoreSettings } from './store-account.ts'

/** Settings of the lender beside the products. */
export const LENDERS_SETTINGS = [
  ...(['refund_spread', 'fees_on_refund', 'collection', 'payout_schedule', 'lender'] as const),
  'decision',
] as const

type LendersSettings = Pick<StoreSettings, (typeof LENDERS_SETTINGS)[number] | 'products'>

/** All that the lender decides of a store, in one mode. */
export type StoreTerms = Pick<Store, 'name'> & LendersSettings

/** A store as it is kept, for both modes. */
export type StoredStore = Omit<Store, 'settings'> & {
  /** What both modes share, and the terms of live mode. */
  readonly liveSettings: StoreSettings
  /** Null: those of live mode. */
  readonly sandboxTerms: StoreTerms | null
}

/** The same with what only its own settings page shows. */
export type StoredAccount = StoredStore & Omit<StoreAccount, keyof Store>

type OfMode = { readonly sandbox: boolean }
type InMode<K extends StoredStore> = Omit<K, 'liveSettings' | 'sandboxTerms'> &
  Pick<Store, 'settings'>

/** The store as it is in a mode. */
export function storeIn<K extends StoredStore>(stored: K, { sandbox }: OfMode): InMode<K> {
  const { liveSettings, sandboxTerms, ...store } = stored
  if (!sandbox || sandboxTerms === null) return { ...store, settings: liveSettings }
  const { name, ...terms } = sandboxTerms
  return { ...store, name, settings: { ...liveSettings, ...terms } }
}

/** What is kept once `after` holds in a mode. */
export function storedAfter<K extends StoredStore>(
  stored: K,
  { name, timeZone, settings }: Pick<Store, 'name' | 'timeZone' | 'settings'>,
  { sandbox, demo }: OfMode & { readonly demo: boolean },
): K {
  const both = { name, timeZone, liveSettings: settings }
  if (demo) return { ...stored, ...both, sandboxTerms: null }
  if (!sandbox) return { ...stored, ...both }
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

function lendersSettings(settings: StoreSettings): LendersSettings {
  const { products, decision, lender, collection } = settings
  const { payout_schedule, refund_spread, fees_on_refund } = settings
  const money = { payout_schedule, refund_spread, fees_on_refund }
  return { products, decision, lender, collection, ...money }
}
