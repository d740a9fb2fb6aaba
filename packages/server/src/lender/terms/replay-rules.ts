/** Decisions judged again by other terms, on their stored data. Pure. */
import { cents, type ReplayOutcome } from '@svc/api'
import type { DecisionInputs } from '../../checkout/decisions/decision.ts'
import { highestPayment } from '../../checkout/decisions/inputs.ts'
import { outcomeOn } from '../../checkout/decisions/rules.ts'
import type { ExposurePolicy } from '../../model/exposure/exposure.ts'
import { standardPolicy } from '../../model/exposure/rules.ts'
import { type Offer, offersFor } from '../../model/financing/offers.ts'
import type { LendersSettings } from '../../model/stores/store-terms.ts'
import { type Day, dayOf } from '../../platform/time/calendar.ts'
import { exposureUnder, type Judged, owedIn } from '../exposure/rules.ts'

type Terms = Pick<LendersSettings, 'decision' | 'products'>

export type TermsTrial = {
  /** In force when the new ones would begin. */
  readonly before: Terms
  readonly after: Terms
  /** Those that decisions were judged by, by version. */
  readonly policies: ReadonlyMap<number, ExposurePolicy>
  readonly timeZone: string
}

type Dated = Judged & { readonly createdAt: Date }

/**
 * The outcome a signature would have had. Its cost is that of the plan under the new terms, if the
 * previous terms explain its actual cost; otherwise, with a campaign or older terms, it stays.
 */
export const outcomeUnderTerms =
  ({ before, after, policies, timeZone }: TermsTrial) =>
  (decision: Dated): ReplayOutcome => {
    const { inputs } = decision
    const on = dayOf(decision.createdAt, timeZone)
    const offer = offerOf(after, inputs, on)
    if (offer === undefined) return 'not_offered'
    const known = offerOf(before, inputs, on)
    const isKnown = known !== undefined && highestPayment(known) === inputs.highest_payment
    const highest = isKnown ? highestPayment(offer) : inputs.highest_payment
    const limited = { ...inputs, limits: after.decision, highest_payment: highest }
    return outcomeOn(decision, { ...limited, ...exposureOf(limited, policies) })
  }

function offerOf({ products }: Terms, inputs: DecisionInputs, on: Day): Offer | undefined {
  const { amount, currency, product, num_instalments: count } = inputs
  const inCount = products
    .filter((each) => each.num_instalments.includes(count))
    .map((each) => ({ ...each, num_instalments: [count] }))
  return offersFor(inCount, { amount: cents(amount), currency, product, on })[0]
}

/** By the policy of then: without a limit of its own it is that of the store's terms. */
function exposureOf(inputs: DecisionInputs, policies: TermsTrial['policies']) {
  const { lender, currency } = inputs
  const owed = lender && owedIn(lender)
  if (lender === undefined || owed === undefined) return {}
  const policy = policies.get(lender.policy_version) ?? standardPolicy(currency)
  return { lender: exposureUnder(policy, inputs, owed) }
}
