/**
 * The lender's change of a store's terms (decision 0126). Invariants: 1. it is held against what
 * the lender allows, not against what the store offers of it. 2. What the store has narrowed stays
 * narrowed; where nothing of it is within the new terms, the product is not offered.
 */
import { isDeepStrictEqual } from 'node:util'
import type { StorePatch, TermsPatch } from '@svc/api'
import type { ProductTerms } from '../../model/financing/terms.ts'
import type { StoreAccount, StoreSettings } from '../../model/stores/store-account.ts'
import {
  allowedIn,
  type LendersSettings,
  type OfMode,
  type StoredStore,
  storeIn,
} from '../../model/stores/store-terms.ts'
import type { Decision } from '../../platform/refusal.ts'
import { productFaults } from './rules.ts'
import { decideSettings } from './settings-rules.ts'
import { lendersSettings, storedAfter } from './terms.ts'

/** What the lender decides in a mode, with all products that it allows. */
export function termsIn(stored: StoredStore, mode: OfMode): LendersSettings {
  const products = allowedIn(stored, mode)
  return lendersSettings({ ...storeIn(stored, mode).settings, products })
}

type Mode = OfMode & { readonly demo: boolean }

/** What is kept of the store after the change. Refusals: `body_invalid`. */
export function decideTerms<K extends StoredStore & Pick<StoreAccount, 'tokenSet'>>(
  stored: K,
  change: TermsPatch,
  mode: Mode,
): Decision<K> {
  const before = storeIn(stored, mode)
  const store = { ...before, settings: { ...before.settings, ...termsIn(stored, mode) } }
  const { patch, cleared } = patchIn(change)
  const { tokenSet } = stored
  const decided = decideSettings({ store, tokenSet, patch, cleared, zoneKnown: true })
  if (decided.refused !== undefined) return decided
  const { name, timeZone, settings } = decided.plan.store
  if (mode.sandbox || mode.demo) {
    return { plan: storedAfter(stored, { name, timeZone, settings }, mode) }
  }
  const products = narrowedAgain({
    offer: before.settings.products,
    earlier: store.settings.products,
    later: settings.products,
  })
  const allowing = { ...stored, allowedProducts: settings.products }
  const offering = { name, timeZone, settings: { ...settings, products } }
  return { plan: storedAfter(allowing, offering, mode) }
}

/** Null stands for a default. */
function patchIn(change: TermsPatch) {
  const sent = Object.entries(change).filter(([, value]) => value !== undefined)
  const patch: StorePatch = Object.fromEntries(sent.filter(([, value]) => value !== null))
  const cleared = new Set(sent.filter(([, value]) => value === null).map(([name]) => name))
  return { patch, cleared }
}

type Products = StoreSettings['products']
type Narrowing = {
  readonly offer: Products
  /** What the lender allowed when the store narrowed it. */
  readonly earlier: Products
  readonly later: Products
}

/** What a store offers of new terms: in its own order, and then what it has not had before. */
function narrowedAgain({ offer, earlier, later }: Narrowing): Products {
  if (isDeepStrictEqual(earlier, later)) return offer
  if (isDeepStrictEqual(offer, earlier)) return later
  const [offered, allowed] = [byName(offer), byName(earlier)]
  const left = [...byName(later)].flatMap(([name, product]): [string, ProductTerms][] => {
    const [old, own] = [allowed.get(name), offered.get(name)]
    if (old === undefined) return [[name, product]]
    const narrowed = own && narrowedOne(product, old, own)
    return narrowed === undefined ? [] : [[name, narrowed]]
  })
  const stays = new Map(left)
  const names = new Set([...offered.keys(), ...stays.keys()])
  return [...names].flatMap((name) => stays.get(name) ?? [])
}

const byName = (products: Products): Map<string, ProductTerms> =>
  new Map(products.map((each) => [`${each.type} ${each.currency}`, each]))

/** Undefined: nothing of it can be offered. */
function narrowedOne(
  later: ProductTerms,
  old: ProductTerms,
  own: ProductTerms,
): ProductTerms | undefined {
  const chosen = own.num_instalments.filter((count) => later.num_instalments.includes(count))
  const [least, most] = [later.min_amount, later.max_amount]
  const narrowed = {
    ...later,
    min_amount: own.min_amount > old.min_amount ? Math.max(own.min_amount, least) : least,
    max_amount: own.max_amount < old.max_amount ? Math.min(own.max_amount, most) : most,
    num_instalments:
      own.num_instalments.length < old.num_instalments.length ? chosen : later.num_instalments,
    capture: own.capture === old.capture ? later.capture : own.capture,
    capture_within:
      own.capture_within === old.capture_within ? later.capture_within : own.capture_within,
  }
  return isOffered(narrowed) ? narrowed : undefined
}

function isOffered({ term_days, capture_within, ...terms }: ProductTerms): boolean {
  const wish = {
    ...terms,
    num_instalments: [...terms.num_instalments],
    ...(term_days === null ? {} : { term_days }),
    ...(capture_within === null ? {} : { capture_within }),
  }
  return productFaults(wish).length === 0
}
