import type { Answered, TermsAnswer, TermsRates } from '@svc/api'
import type { Lender } from '../../model/stores/store-account.ts'
import { type StoredAccount, storeIn } from '../../model/stores/store-terms.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import { type Shown, storeView } from '../../tenancy/stores/view.ts'
import type { ProductRates } from './annual-rates.ts'
import type { TermsVersion } from './list-store.ts'
import type { MadeTerms } from './planning.ts'
import type { TermsTried } from './try-terms.ts'

type Version = Pick<TermsVersion, 'version' | 'state' | 'effectiveFrom' | 'madeAt' | 'terms'> & {
  readonly withdrawnAt: Date | null
}

/** In the members in which a change of them is sent. */
export function termsView(
  stored: StoredAccount,
  { terms, ...version }: Version,
  shown: Shown,
): Answered<typeof TermsAnswer> {
  const store = storeIn(stored, { ...shown, at: null })
  const view = storeView({ ...store, settings: { ...store.settings, ...terms } }, shown)
  const { products, decision, collection, payout_schedule } = view
  const { refund_spread, fees_on_refund, lender } = view
  return {
    version: version.version,
    state: version.state,
    effective_from: utcMicros(version.effectiveFrom),
    created: utcMicros(version.madeAt),
    withdrawn: version.withdrawnAt && utcMicros(version.withdrawnAt),
    ...{ products, decision, collection, payout_schedule, refund_spread, fees_on_refund, lender },
    creditor: creditorOf(terms.lender),
  }
}

function creditorOf(lender: Lender | null) {
  if (lender?.creditor === undefined) return null
  const { id, version } = lender.creditor
  return { id, version, name: lender.name }
}

/** A version that has just been made, or stood already; `tried`: of a dry run. */
export function madeView(
  { store, at, ...made }: MadeTerms,
  shown: Shown,
  tried?: TermsTried,
): Answered<typeof TermsAnswer> {
  const state = made.effectiveFrom > at ? 'coming' : 'in_force'
  const view = termsView(store, { ...made, state, withdrawnAt: null }, shown)
  if (tried === undefined) return view
  const { replay, annualRates } = tried
  const since = utcMicros(replay.since)
  return { ...view, replay: { ...replay, since }, annual_rates: ratesView(annualRates) }
}

export const ratesView = (products: readonly ProductRates[]): Answered<typeof TermsRates> => ({
  products: products.map(({ product, currency, amounts }) => ({
    ...{ product, currency },
    amounts: amounts.map(({ amount, rates }) => ({
      amount,
      rates: rates.map(({ count, annual }) => ({
        ...{ num_instalments: count, annual_equivalent: annual },
      })),
    })),
  })),
})
