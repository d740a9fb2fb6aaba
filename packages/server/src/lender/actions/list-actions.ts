import { readsQuery } from '@svc/api'
import { readListQuery } from '../../platform/filters/read-list-query.ts'
import { Refused } from '../../platform/refusal.ts'
import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'
import { LENDER_ZONE } from '../lists/zone.ts'
import { actionList, listActions as listRows } from './list-store.ts'
import { reachOf } from './reach.ts'

/** A page of the log: of all actions, or of the caller's own where their role sees no others. */
export async function listActions(
  { database }: Reading,
  { principal, holders, sandbox }: LenderCaller,
  parameters: URLSearchParams,
) {
  const { isWith, rest } = readReads(parameters)
  const page = readListQuery(actionList, rest, LENDER_ZONE)
  const scope = { sandbox, principalId: reachOf({ principal, holders }), reads: isWith }
  return { page, ...(await listRows(database, scope, page)) }
}

const [READS = ''] = Object.keys(readsQuery)

function readReads(parameters: URLSearchParams) {
  const rest = new URLSearchParams(parameters)
  const [text = 'false', ...others] = rest.getAll(READS)
  rest.delete(READS)
  if (others.length > 0 || !/^(?:true|false)$/.test(text)) {
    throw new Refused('query_invalid', { fields: { [READS]: ['must be true or false, once'] } })
  }
  return { isWith: text === 'true', rest }
}
