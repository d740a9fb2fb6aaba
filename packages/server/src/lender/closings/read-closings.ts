import { readListQuery } from '../../platform/filters/read-list-query.ts'
import { existing } from '../../platform/refusal.ts'
import { dayIn } from '../../platform/time/calendar.ts'
import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'
import { LENDER_ZONE } from '../lists/zone.ts'
import type { Closing } from './closing.ts'
import { closingList, listClosings } from './list-store.ts'
import { findClosing } from './store.ts'

/** A page of the days that are closed; days of the sandbox are not. */
export async function readClosings(
  { database }: Reading,
  { sandbox }: LenderCaller,
  parameters: URLSearchParams,
) {
  const page = readListQuery(closingList, parameters, LENDER_ZONE)
  return { page, ...(await listClosings(database, sandbox, page)) }
}

/** Refusals: `closing_not_found`. */
export async function readClosing(
  { database }: Reading,
  { sandbox }: LenderCaller,
  text: string,
): Promise<Closing> {
  const day = sandbox ? undefined : dayIn(text)
  return existing(day && (await findClosing(database, day)), 'closing', text)
}
