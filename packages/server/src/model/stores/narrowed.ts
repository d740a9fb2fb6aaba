/** A store's offer under changed terms, with the store's narrowing (decision 0126). */
import type { ProductTerms } from '../financing/terms.ts'
import { productFaults } from './product-rules.ts'
import type { StoreSettings } from './store-account.ts'

type Products = StoreSettings['products']
type Narrowing = {
  readonly offer: Products
  /** The lender's terms when the store narrowed them. */
  readonly earlier: Products
  readonly later: Products
}

/** In the store's own order, followed by new products. */
export function narrowedAgain({ offer, earlier, later }: Narrowing): Products {
  if (isSameOffer(earlier, later)) return offer
  if (isSameOffer(offer, earlier)) return later
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

/** Product by product, member by member, whatever their order. */
export const isSameOffer = (one: Products, other: Products): boolean =>
  JSON.stringify(one.map(membersOf)) === JSON.stringify(other.map(membersOf))

const membersOf = (product: ProductTerms) =>
  Object.entries(product).sort(([one], [other]) => (one < other ? -1 : 1))

export const productName = ({ type, currency }: ProductTerms): string => `${type} ${currency}`

const byName = (products: Products): Map<string, ProductTerms> =>
  new Map(products.map((each) => [productName(each), each]))

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
