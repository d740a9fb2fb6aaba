/** What the log, and the checker, sees of a change of terms: member by member. */
import { cents } from '@svc/api'
import type { Action } from '../../model/actions/action.ts'
import { offersFor } from '../../model/financing/offers.ts'
import type { ProductTerms } from '../../model/financing/terms.ts'
import { productName } from '../../model/stores/narrowed.ts'
import type { Lender } from '../../model/stores/store-account.ts'
import type { LendersSettings } from '../../model/stores/store-terms.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import { type Day, dayOf } from '../../platform/time/calendar.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import { changesOf } from '../../tenancy/actions/changes.ts'

type Reason = NonNullable<Action['reason']>
type TermsChange = {
  readonly before: LendersSettings
  readonly after: LendersSettings
  readonly reason: Reason
  readonly from: Date
  readonly now: Date
  readonly timeZone: string
}

/** Undefined where nothing is different. */
export function termsChangeOf(
  { storeId, sandbox }: StreamKey,
  { before, after, reason, from, now, timeZone }: TermsChange,
): Action | undefined {
  const on = dayOf(from, timeZone)
  const changes = changesOf(membersOf(before, on), membersOf(after, on))
  if (Object.keys(changes).length === 0) return undefined
  const later = from > now ? changesOf({}, { effective_from: utcMicros(from) }) : {}
  const object = { kind: 'store', id: storeId }
  const all = { ...later, ...changes }
  return { action: 'terms.change', object, storeId, sandbox, changes: all, reason }
}

type Version = { readonly version: number; readonly reason: Reason }

export function termsWithdrawalOf(
  { storeId, sandbox }: StreamKey,
  { version, reason }: Version,
): Action {
  const object = { kind: 'store', id: storeId }
  const changes = changesOf({}, { version })
  return { action: 'terms.withdraw', object, storeId, sandbox, changes, reason }
}

function membersOf(
  { products, decision, collection, payout_schedule, lender, ...others }: LendersSettings,
  on: Day,
): Record<string, unknown> {
  return {
    ...others,
    ...within('decision', decision),
    ...within('collection', collection),
    ...within('payout_schedule', payout_schedule),
    ...lenderMembers(lender),
    products: products.map(productName),
    ...Object.assign({}, ...products.map((each) => productMembers(each, on))),
  }
}

function lenderMembers(lender: Lender | null): Record<string, unknown> {
  if (lender === null) return { lender }
  const { creditor = {}, ...shown } = lender
  return { ...within('lender', shown), ...within('lender.creditor', creditor) }
}

function within(name: string, members: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members).map(([key, value]) => [`${name}.${key}`, value]),
  )
}

/** With what it costs a buyer by the year, where its price weighs least and most. */
function productMembers(product: ProductTerms, on: Day): Record<string, unknown> {
  const { type: _, currency: __, ...members } = product
  const rates = edgesOf(product).map(({ amount, count }) => [
    `annual_rate.${count}x${amount}`,
    annualRate(product, { amount, count, on }),
  ])
  return within(`products.${productName(product)}`, { ...members, ...Object.fromEntries(rates) })
}

type Edge = { readonly amount: number; readonly count: number }

/** The smallest and the largest amount, each in the fewest and in the most payments. */
function edgesOf({ min_amount, max_amount, num_instalments: counts }: ProductTerms): Edge[] {
  const edges = [min_amount, max_amount].flatMap((amount) =>
    [Math.min(...counts), Math.max(...counts)].map((count) => ({ amount, count })),
  )
  return edges
}

/** In hundredths of a percent; null: nothing is offered there. */
function annualRate(product: ProductTerms, { amount, count, on }: Edge & { readonly on: Day }) {
  const { currency, type } = product
  const question = { amount: cents(amount), currency, product: type, on }
  const [offer] = offersFor([{ ...product, num_instalments: [count] }], question)
  return offer?.annual_equivalent ?? null
}
