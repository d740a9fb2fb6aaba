import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'
import { readHappenings } from './happenings.ts'
import { readLenderEventsQuery } from './input.ts'

/** A part of the stream of all stores, from a place on. */
export function listLenderEvents(reading: Reading, caller: LenderCaller, query: URLSearchParams) {
  return readHappenings(reading.database, caller, readLenderEventsQuery(query))
}
