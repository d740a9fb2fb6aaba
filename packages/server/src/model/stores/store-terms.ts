/**
 * What the lender decides of a store belongs to a mode, what is trade to both (decision 0126), and
 * has versions, each from its moment on (0130). Invariants:
 * 1. only `storeIn` makes a store from its stored rows: as it is in a mode, at a time.
 * 2. On a server that is no demo, a change in one mode leaves the terms of the other as they are,
 *    but that the sandbox goes by live mode until it has its own.
 * 3. What a store offers in live mode is a part of what the lender allows, which its narrowing
 *    leaves as it is.
 * 4. On a demo one set serves both.
 * 5. What has taken effect holds although nobody has noted it yet.
 */
import { isSameOffer, narrowedAgain } from './narrowed.ts'
import type { Store, StoreAccount, StoreSettings } from './store-account.ts'

/** The lender's settings apart from products. */
export const LENDERS_SETTINGS = [
  ...(['refund_spread', 'fees_on_refund', 'collection', 'payout_schedule', 'lender'] as const),
  'decision',
] as const

export type LendersSettings = Pick<StoreSettings, (typeof LENDERS_SETTINGS)[number] | 'products'>

/** Everything that the lender decides about a store, in one mode. */
type StoreTerms = Pick<Store, 'name'> & LendersSettings

/** Terms that have not been recorded as the store's yet. */
export type ComingTerms = {
  /** The sandbox's own, or those of live mode. */
  readonly sandbox: boolean
  readonly version: number
  /** In the store's time, milliseconds since 1970. */
  readonly from: number
  readonly terms: LendersSettings
}

/** A store as it is stored, for both modes. */
export type StoredStore = Omit<Store, 'settings' | 'terms'> & {
  /** The data shared by both modes, and the terms of live mode. */
  readonly liveSettings: StoreSettings
  /** Null: those of live mode. */
  readonly sandboxTerms: StoreTerms | null
  /** The lender's limits in live mode; null: equal to `liveSettings`. */
  readonly allowedProducts: StoreSettings['products'] | null
  /** Their version. */
  readonly termsVersion: number
  /** Null: always. */
  readonly termsSince: Date | null
  /** The sandbox's version; null: it has none of its own. */
  readonly sandboxTermsVersion: number | null
  readonly sandboxTermsSince: Date | null
  /** In the order in which they take effect. */
  readonly comingTerms: readonly ComingTerms[]
}

/** The same with the data that only its own settings page shows. */
export type StoredAccount = StoredStore & Omit<StoreAccount, keyof Store>

export type OfMode = { readonly sandbox: boolean }
/** The time by the store's clock; null: as last recorded. */
export type InTime = OfMode & { readonly at: Date | null }

type OfModes = Exclude<keyof StoredStore, keyof Store>
type InMode<K extends StoredStore> = Omit<K, OfModes> & Pick<Store, 'settings' | 'terms'>

/** The store as it is in a mode, at a given time. */
export function storeIn<K extends StoredStore>(stored: K, time: InTime): InMode<K> {
  const now = inForce(stored, time)
  const {
    liveSettings,
    sandboxTerms,
    allowedProducts,
    comingTerms: _,
    termsVersion,
    termsSince,
    sandboxTermsVersion,
    sandboxTermsSince,
    ...store
  } = now
  if (!time.sandbox || sandboxTerms === null) {
    const allowed = allowedProducts ?? liveSettings.products
    const terms = { version: termsVersion, since: termsSince, allowed }
    return { ...store, settings: liveSettings, terms }
  }
  const { name, ...settings } = sandboxTerms
  const version = sandboxTermsVersion ?? termsVersion
  const terms = { version, since: sandboxTermsSince, allowed: settings.products }
  return { ...store, name, settings: { ...liveSettings, ...settings }, terms }
}

/** Whether the mode has terms of its own, or those of live mode. */
export const hasOwnTerms = (stored: StoredStore, { sandbox }: OfMode): boolean =>
  sandbox && stored.sandboxTerms !== null

/** The terms of the mode that have not been recorded. */
export const comingIn = (stored: StoredStore, mode: OfMode): readonly ComingTerms[] =>
  stored.comingTerms.filter(({ sandbox }) => sandbox === hasOwnTerms(stored, mode))

/** The row to store once everything that has taken effect in a mode is recorded. */
export function inForce<K extends StoredStore>(stored: K, { sandbox, at }: InTime): K {
  if (at === null || stored.comingTerms.length === 0) return stored
  const due = comingIn(stored, { sandbox }).filter(({ from }) => from <= at.getTime())
  return due.reduce(withTerms, stored)
}

/** The row to store once a version has taken effect, after all previous ones. */
export function withTerms<K extends StoredStore>(stored: K, coming: ComingTerms): K {
  const { sandbox, version, from, terms } = coming
  const since = new Date(from)
  const comingTerms = stored.comingTerms.filter(
    (each) => each.sandbox !== sandbox || each.from > from,
  )
  if (sandbox) {
    const { name } = stored.sandboxTerms ?? stored
    const own = { sandboxTermsVersion: version, sandboxTermsSince: since }
    return { ...stored, ...own, sandboxTerms: { name, ...terms }, comingTerms }
  }
  const { liveSettings } = stored
  const offer = liveSettings.products
  const earlier = stored.allowedProducts ?? offer
  const products = narrowedAgain({ offer, earlier, later: terms.products })
  const isWhole = isSameOffer(products, terms.products)
  return {
    ...{ ...stored, termsVersion: version, termsSince: since, comingTerms },
    liveSettings: { ...liveSettings, ...terms, products },
    allowedProducts: isWhole ? null : terms.products,
  }
}

/** The lender's terms for a store: with all products that it allows. */
export const lendersTerms = ({ settings, terms: { allowed } }: Store): LendersSettings =>
  lendersSettings({ ...settings, products: allowed })

/**
 * The store under other terms of its mode: it offers as much of them as its own narrowing leaves.
 * Present limits apply to its buyers.
 */
export function underTerms(store: Store, { version, since, terms }: OtherTerms): Store {
  const offer = store.settings.products
  const later = terms.products
  const products = narrowedAgain({ offer, earlier: store.terms.allowed, later })
  return {
    ...store,
    settings: { ...store.settings, ...terms, products, decision: store.settings.decision },
    terms: { version, since, allowed: later },
  }
}

type OtherTerms = Omit<Store['terms'], 'allowed'> & { readonly terms: LendersSettings }

export function lendersSettings(settings: StoreSettings): LendersSettings {
  const { products, decision, lender, collection } = settings
  const { payout_schedule, refund_spread, fees_on_refund } = settings
  const money = { payout_schedule, refund_spread, fees_on_refund }
  return { products, decision, lender, collection, ...money }
}
