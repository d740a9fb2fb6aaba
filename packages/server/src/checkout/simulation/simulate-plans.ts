import { type Cents, cents } from '@svc/api'
import { discountsFor, type PlanDiscount } from '../../model/financing/discounts.ts'
import { type Offer, offersFor } from '../../model/financing/offers.ts'
import { decideSimulation, featuredOffer } from '../../model/financing/rules.ts'
import { accept, assert, Refused } from '../../platform/refusal.ts'
import { dayOf } from '../../platform/time/calendar.ts'
import type { Caller, TimedReading } from '../../tenancy/caller/context.ts'
import { listRunning } from '../../tenancy/campaigns/store.ts'
import { type Advertising, amountsNotice, representativeExample } from './advertising.ts'
import { readSimulation } from './input.ts'

export type Simulation = {
  readonly choices: readonly Choice[]
  /** Of the first choice. */
  readonly minAmount: Cents
  readonly maxAmount: Cents
  /** The one with the lowest payments. */
  readonly highlighted: Offer
  readonly example: Advertising
  /** The advertised plan: one without cost if there is one. */
  readonly featured: Featured
}
type Featured = Advertising & { readonly offer: Offer }
type Choice = { readonly product: Offer['product']; readonly offers: readonly Offer[] }

/** The offers of a checkout that is made and signed now; one query at most. */
export async function simulatePlans(
  { database, clock }: TimedReading,
  { store, sandbox }: Caller,
  { query, lends }: { query: URLSearchParams; lends: boolean },
): Promise<Simulation> {
  const { settings, timeZone, id: storeId } = store
  const { financed, articleId, locale } = readSimulation(query, settings)
  // If nothing could be paid, or the lender accepts nothing, nothing is offered.
  if (!lends) throw new Refused('financing_unavailable')
  const at = clock.now()
  const { amount, currency, product } = financed
  const articleIds = articleId === undefined ? [] : [articleId]
  let discounts: PlanDiscount[] = []
  if (product === null || product === 'instalments') {
    const running = await listRunning(database, { storeId, sandbox, at, articleIds })
    const lines = articleIds.map((each) => ({ id: each, quantity: 1, price: amount }))
    discounts = discountsFor(running, { at, total: amount, lines })
  }
  const context = { store, currency, locale }
  const terms = accept(
    decideSimulation(settings.products, { ...financed, discounts }, (each) =>
      amountsNotice(each, context),
    ),
  )
  const on = dayOf(at, timeZone)
  const choices = terms.map((each) => {
    const question = { amount, currency, product: each.type, discounts, on }
    return { product: each.type, offers: offersFor([each], question) }
  })
  const highlighted = choices[0]?.offers.at(-1)
  assert(highlighted !== undefined, 'terms that fit offer something')
  const featured = featuredOffer(choices.flatMap(({ offers }) => offers))
  assert(featured !== undefined, 'terms that fit offer something')
  const advertised = (offer: Offer) => representativeExample(offer, context)
  return {
    choices,
    minAmount: cents(terms[0].min_amount),
    maxAmount: cents(terms[0].max_amount),
    highlighted,
    example: advertised(highlighted),
    featured: { offer: featured, ...advertised(featured) },
  }
}
