/**
 * What the lender decides of a store belongs to a mode, what is trade to both (decision 0126).
 * Invariants:
 * 1. `storeIn` alone makes a store of what is kept of it.
 * 2. On a server that is no demo, a change in one mode leaves the terms of the other as they are,
 *    but that the sandbox goes by live mode until it has its own.
 * 3. What a store offers in live mode is a part of what the lender allows, which its narrowing
 *    leaves as it is.
 * 4. On a demo one set serves both.
 */
import type { Store, StoreAccount, StoreSettings } from './store-account.ts'

/** Settings of the lender beside the products. */
export const LENDERS_SETTINGS = [
  ...(['refund_spread', 'fees_on_refund', 'collection', 'payout_schedule', 'lender'] as const),
  'decision',
] as const

export type LendersSettings = Pick<StoreSettings, (typeof LENDERS_SETTINGS)[number] | 'products'>

/** All that the lender decides of a store, in one mode. */
type StoreTerms = Pick<Store, 'name'> & LendersSettings

/** A store as it is kept, for both modes. */
export type StoredStore = Omit<Store, 'settings'> & {
  /** What both modes share, and the terms of live mode. */
  readonly liveSettings: StoreSettings
  /** Null: those of live mode. */
  readonly sandboxTerms: StoreTerms | null
  /** What the lender allows in live mode; null: what `liveSettings` offers. */
  readonly allowedProducts: StoreSettings['products'] | null
}

/** The same with what only its own settings page shows. */
export type StoredAccount = StoredStore & Omit<StoreAccount, keyof Store>

export type OfMode = { readonly sandbox: boolean }
type InMode<K extends StoredStore> = Omit<K, 'liveSettings' | 'sandboxTerms' | 'allowedProducts'> &
  Pick<Store, 'settings'>

/** The store as it is in a mode. */
export function storeIn<K extends StoredStore>(stored: K, { sandbox }: OfMode): InMode<K> {
  const { liveSettings, sandboxTerms, allowedProducts: _, ...store } = stored
  if (!sandbox || sandboxTerms === null) return { ...store, settings: liveSettings }
  const { name, ...terms } = sandboxTerms
  return { ...store, name, settings: { ...liveSettings, ...terms } }
}

/** What the lender allows in a mode: a store narrows it in live mode alone. */
export function allowedIn(stored: StoredStore, { sandbox }: OfMode): StoreSettings['products'] {
  const { settings } = storeIn(stored, { sandbox })
  return sandbox ? settings.products : (stored.allowedProducts ?? settings.products)
}
