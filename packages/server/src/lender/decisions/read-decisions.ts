import { decideReview } from '../../checkout/decisions/rules.ts'
import { readListQuery } from '../../platform/filters/read-list-query.ts'
import { isId } from '../../platform/ids.ts'
import { existing } from '../../platform/refusal.ts'
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

/** With what the caller may do to it. Refusals: `decision_not_found`. */
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
  return { ...read, judged: await findAllowedActs(judging, caller, about) }
}
