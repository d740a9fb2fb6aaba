/** How long a decision on the buyer's data holds for what follows (contract §12.10). Pure. */
import { type Buyer, limits } from '@svc/api'
import type { Decision as Plan } from '../../platform/refusal.ts'
import type { Decision, Verdict } from './decision.ts'
import { highestPayment, type Signature } from './inputs.ts'
import { incomeOf, outcomeOf } from './rules.ts'

const HOLDS_MS = 30 * 60_000

type Compared = {
  /** The latest of the checkout. */
  readonly decision: Decision
  /** The data saved with it. */
  readonly saved: Buyer | null
  readonly signature: Signature
}

/** Whether it is recent and about the same person, amount and plan. */
export function stillHolds({ decision, saved, signature }: Compared): boolean {
  const { inputs, buyerId, createdAt } = decision
  const { order, buyer, offer, at } = signature
  if (at.getTime() - createdAt.getTime() >= HOLDS_MS) return false
  return (
    buyerId === signature.buyerId &&
    saved?.document_id === buyer.document_id &&
    saved.birthday === buyer.birthday &&
    inputs.income === incomeOf(buyer.income) &&
    inputs.amount === order.totalAmount &&
    inputs.currency === order.currency &&
    inputs.product === offer.product &&
    inputs.num_instalments === offer.num_instalments &&
    inputs.highest_payment === highestPayment(offer)
  )
}

/** The scorecard's outcome; undefined if it was not called. */
export function scorecardVerdict({ reasons, version }: Decision): Verdict | undefined {
  const end = version.indexOf('+')
  if (end < 0) return undefined
  const own = reasons.filter(({ source }) => source === 'scorecard')
  const counted = own.map((reason) => ({ ...reason, advisory: false }))
  return { outcome: outcomeOf(counted), reasons: counted, version: version.slice(end + 1) }
}

/** Whether other data may be decided on: nobody tries out what passes. */
export function decideOtherData(earlier: readonly Decision[], state: string): Plan<undefined> {
  const { decisionsPerCheckoutMax: limit } = limits
  if (earlier.length < limit) return { plan: undefined }
  return { refused: 'decision_limit_reached', detail: { values: { state, limit } } }
}
