import { readListQuery } from '../../platform/filters/read-list-query.ts'
import { isId } from '../../platform/ids.ts'
import { existing } from '../../platform/refusal.ts'
import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'
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
