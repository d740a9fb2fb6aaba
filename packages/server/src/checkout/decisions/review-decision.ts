import type { DecisionReviewWish } from '@svc/api'
import { lockOrder, orderQueue } from '../../kernel/orders/store.ts'
import { accept, existing } from '../../platform/refusal.ts'
import { actedOn } from '../../tenancy/actions/acted.ts'
import type { OfStore, Writing } from '../../tenancy/caller/context.ts'
import type { ReviewedDecision } from './decision.ts'
import { decideReview } from './rules.ts'
import { listOfOrder, reviewRow } from './store.ts'

type ReviewInput = {
  readonly ref: string
  readonly decisionId: string
  readonly review: DecisionReviewWish
}

/**
 * A person reviewed a refusal. The checkout stays ended; an overturned reason does not count
 * against the buyer's next attempt.
 */
export function reviewDecision(
  { writer, clock, ids, acting }: Writing,
  { store, sandbox }: OfStore,
  { ref, decisionId, review: { outcome, note } }: ReviewInput,
): Promise<ReviewedDecision> {
  const key = { storeId: store.id, sandbox, ref }
  return writer.transaction(orderQueue(key), async (tx) => {
    const order = existing(await lockOrder(tx, key), 'order', ref)
    const decisions = await listOfOrder(tx, order)
    const match = decisions.find(({ id }) => id === decisionId)
    const decision = existing(match, 'decision', decisionId)
    accept(decideReview(decision))
    const at = clock.now()
    const review = { outcome, note, createdAt: at }
    const row = reviewRow({ decision, outcome, note, at })
    const reviewed = actedOn({ acting, ids }, order, 'decision.review', row)
    return tx.commit({ ...decision, review }, reviewed)
  })
}
