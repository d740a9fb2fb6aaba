import type { ReviewedDecision } from '../../checkout/decisions/decision.ts'
import { explanationOf } from '../../checkout/decisions/explanation.ts'
import { decideReview } from '../../checkout/decisions/rules.ts'
import { findWholeOrder } from '../../kernel/orders/store.ts'
import { storeIn } from '../../model/stores/store-terms.ts'
import { readListQuery } from '../../platform/filters/read-list-query.ts'
import { isId } from '../../platform/ids.ts'
import { existing } from '../../platform/refusal.ts'
import { findStoreAccount } from '../../tenancy/accounts/store.ts'
import type { LenderCaller, Places, Reading } from '../../tenancy/caller/context.ts'
import { type Act, findAllowedActs, without } from '../allowed-acts/judging.ts'
import { LENDER_ZONE } from '../lists/zone.ts'
import { decisionList, findDecisions, type LenderDecision, listDecisions } from './list-store.ts'

/** A page of the decisions of all stores in the caller's mode. */
export async function readDecisions(
  { database }: Reading,
  { sandbox }: LenderCaller,
  parameters: URLSearchParams,
) {
  const page = readListQuery(decisionList, parameters, LENDER_ZONE)
  return { page, ...(await listDecisions(database, sandbox, page)) }
}

/** Refusals: `decision_not_found`. */
export async function readDecision(
  { database }: Reading,
  { sandbox }: LenderCaller,
  id: string,
): Promise<LenderDecision> {
  const [row] = isId(id) ? await findDecisions(database, { sandbox, ids: [id] }) : []
  return existing(row, 'decision', id)
}

/**
 * With what the caller may do to it, and what the buyer was told of a refusal. Refusals:
 * `decision_not_found`.
 */
export async function openDecision(
  { database, clocks, demo }: Places & { readonly demo: boolean },
  caller: LenderCaller,
  id: string,
) {
  const read = await readDecision({ database }, caller, id)
  const { decision, store } = read
  const acts: Readonly<Record<'review', Act>> = {
    review: {
      ...{ permission: 'decisions:review', approval: 'review' },
      decision: without(decideReview(decision)),
    },
  }
  const object = { kind: 'decision', id, storeId: store.id }
  const about = { object, currency: decision.inputs.currency, acts }
  const judging = { database, clock: clocks.real, demo }
  const [judged, explanation] = await Promise.all([
    findAllowedActs(judging, caller, about),
    decision.outcome === 'refused' ? explain({ database, clocks }, decision) : null,
  ])
  return { ...read, judged, explanation }
}

async function explain({ database, clocks }: Places, decision: ReviewedDecision) {
  const { storeId, sandbox, orderId: ref } = decision
  const key = { storeId, sandbox }
  const [whole, account, clock] = await Promise.all([
    findWholeOrder(database, { ...key, ref }),
    findStoreAccount(database, storeId),
    clocks.of(key),
  ])
  const { order, details } = existing(whole, 'order', ref)
  const store = storeIn(existing(account, 'store', storeId), { sandbox, at: clock.now() })
  return explanationOf({ decision, order, customer: details.customer, store })
}
