/**
 * Settings that a store may not change if the lender decides them (decision 0118). Invariants:
 * 1. Sending back the present values is never refused.
 * 2. Null is a change, unless the present value is null.
 * 3. A narrowed setting may be widened again, up to what the lender allows.
 * 4. A product may be narrowed or left out, in any order: its type and currency identify it.
 */
import { isDeepStrictEqual } from 'node:util'
import { recordOf, type StorePatch } from '@svc/api'
import type { ProductTerms } from '../../model/financing/terms.ts'
import type { Fault } from '../../model/stores/product-rules.ts'
import type { Store } from '../../model/stores/store-account.ts'
import { LENDERS_SETTINGS } from '../../model/stores/store-terms.ts'
import type { Decision } from '../../platform/refusal.ts'

/** Of a product, everything except its name, its range, and how it is captured. */
const PRICES = [
  ...(['nominal_rate', 'term_days', 'opening_fee_rate', 'opening_fee_fixed'] as const),
  ...(['downpayment_rate', 'late_charge', 'fee_rate', 'fee_fixed'] as const),
] as const

type Change = {
  readonly before: Store
  /** Products that the lender allows: those that the store offers now, or more. */
  readonly allowed: readonly ProductTerms[]
  /** With the patch, which is valid. */
  readonly after: Store
  readonly patch: StorePatch
  readonly cleared: ReadonlySet<string>
  /** A different bank account is requested. */
  readonly account: readonly [present: unknown] | undefined
}

/** Refuses the whole patch with `lender_only`: each member with its present value. */
export function decideNarrowing({ before, allowed, after, ...sent }: Change): Decision<undefined> {
  const { patch, cleared, account } = sent
  const name: Fault[] = before.name === after.name ? [] : [['name', decided(before.name)]]
  const settings = LENDERS_SETTINGS.flatMap((key): Fault[] => {
    const [old, changed] = [before.settings[key], after.settings[key]]
    if (cleared.has(key)) return old === null ? [] : [[key, decided(old)]]
    return memberFaults(key, { old, changed, sent: patch[key] })
  })
  const products = cleared.has('products')
    ? [['products', decided(allowed.map(({ type }) => type))] as const]
    : productFaults(allowed, after.settings.products)
  const accounts: Fault[] = account === undefined ? [] : [['bank_account', decided(account[0])]]
  const faults = [...name, ...settings, ...products, ...accounts]
  if (faults.length === 0) return { plan: undefined }
  const fields = Object.fromEntries(faults.map(([path, sentence]) => [path, [sentence]]))
  return { refused: 'lender_only', detail: { values: { what: 'One of these settings' }, fields } }
}

const decided = (present: unknown): string =>
  `is decided by the lender: ${JSON.stringify(present) ?? 'none'}`

type Member = { readonly old: unknown; readonly changed: unknown; readonly sent: unknown }

function memberFaults(path: string, { old, changed, sent }: Member): Fault[] {
  if (typeof old !== 'object' || old === null || Array.isArray(old)) {
    return isDeepStrictEqual(old, changed) ? [] : [[path, decided(old)]]
  }
  const [olds, changes, wishes] = [recordOf(old), recordOf(changed), recordOf(sent)]
  // A setting that is only stored when set is in one of the two.
  const names = new Set([...Object.keys(olds), ...Object.keys(changes)])
  return [...names].flatMap((name): Fault[] => {
    const present = olds[name] ?? null
    const isReset = Object.hasOwn(wishes, name) && wishes[name] === null && present !== null
    const isSame = !isReset && isDeepStrictEqual(present, changes[name] ?? null)
    return isSame ? [] : [[`${path}.${name}`, decided(present)]]
  })
}

/** Members that widen an offer or change its price, by the product's index in the new list. */
function productFaults(before: readonly ProductTerms[], after: readonly ProductTerms[]): Fault[] {
  return after.flatMap((wanted, index): Fault[] => {
    const present = before.find(
      ({ type, currency }) => type === wanted.type && currency === wanted.currency,
    )
    if (present === undefined) {
      const offered = before.map(({ type, currency }) => `${type} ${currency}`)
      return [[`products.${index}`, decided(offered)]]
    }
    return widenings(present, wanted).map((name) => [
      `products.${index}.${name}`,
      decided(present[name]),
    ])
  })
}

function widenings(present: ProductTerms, wanted: ProductTerms): (keyof ProductTerms)[] {
  const counts = new Set(present.num_instalments)
  return [
    ...(wanted.min_amount < present.min_amount ? (['min_amount'] as const) : []),
    ...(wanted.max_amount > present.max_amount ? (['max_amount'] as const) : []),
    ...(wanted.num_instalments.every((count) => counts.has(count))
      ? []
      : (['num_instalments'] as const)),
    ...PRICES.filter((name) => wanted[name] !== present[name]),
  ]
}
