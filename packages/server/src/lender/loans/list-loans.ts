import { summaryQuery } from '@svc/api'
import type { ListQuery } from '../../platform/filters/list-table.ts'
import { readListQuery } from '../../platform/filters/read-list-query.ts'
import { Refused } from '../../platform/refusal.ts'
import type { LenderCaller, TimedReading } from '../../tenancy/caller/context.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { LENDER_ZONE } from '../lists/zone.ts'
import { listLoans as listRows, loanListOf } from './list-store.ts'

type Place = Pick<Service, 'database'> & Pick<TimedReading, 'clock'>

/** A page of loans over all stores, as of now; with `summary=true` summed up by bucket. */
export async function listLoans(
  { database, clock }: Place,
  { sandbox }: LenderCaller,
  parameters: URLSearchParams,
) {
  const scope = { sandbox, now: clock.now() }
  const { isSummed, rest } = readSummary(parameters)
  const page: ListQuery = readListQuery(loanListOf(scope), rest, LENDER_ZONE)
  return { page, ...(await listRows(database, scope, { query: page, isSummed })) }
}

const [SUMMARY = ''] = Object.keys(summaryQuery)

function readSummary(parameters: URLSearchParams) {
  const rest = new URLSearchParams(parameters)
  const texts = rest.getAll(SUMMARY)
  rest.delete(SUMMARY)
  const [text = 'false', ...others] = texts
  if (others.length > 0 || !/^(?:true|false)$/.test(text)) {
    throw new Refused('query_invalid', { fields: { [SUMMARY]: ['must be true or false, once'] } })
  }
  return { isSummed: text === 'true', rest }
}
