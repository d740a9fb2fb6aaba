import { Refused } from '../../platform/refusal.ts'
import type { Caller, Reading } from '../../tenancy/caller/context.ts'
import type { PlacedEvent } from './event.ts'
import { findLastUpTo, findPosition, listEvents as list, listEventsOfTypes } from './store.ts'

export type EventsQuestion = {
  /** The event to go on after; undefined: from the first one on. */
  readonly after: string | undefined
  readonly limit: number
  /** Only these; none: all. */
  readonly types: readonly string[]
}

type EventsPart = {
  readonly events: readonly PlacedEvent[]
  /** The event after which to go on, also when there is nothing new. */
  readonly next: string | null
  readonly hasMore: boolean
}

/** So many events are looked through for those of some types. */
const LOOKED_THROUGH_MAX = 20_000

/** A part of the store's events in the caller's mode, in the order of the stream. */
export async function listEvents(
  { database }: Reading,
  { store, sandbox }: Caller,
  { after, limit, types }: EventsQuestion,
): Promise<EventsPart> {
  const key = { storeId: store.id, sandbox }
  const start = after === undefined ? 0 : await findPosition(database, key, after)
  if (start === undefined) {
    const fields = { after: ['is not the id of an event of this store and mode'] }
    throw new Refused('query_invalid', { fields })
  }
  const part = { ...key, after: start, limit: limit + 1 }
  if (types.length === 0) {
    const read = await list(database, part)
    const events = read.slice(0, limit)
    return { events, next: events.at(-1)?.id ?? after ?? null, hasMore: read.length > limit }
  }
  // The end is read first: events added in the meantime come after it.
  const end = await findLastUpTo(database, key, start + LOOKED_THROUGH_MAX)
  if (end === undefined) return { events: [], next: null, hasMore: false }
  const read = await listEventsOfTypes(database, { ...part, types, upTo: end.position })
  const events = read.slice(0, limit)
  if (read.length > limit) return { events, next: events.at(-1)?.id ?? null, hasMore: true }
  return { events, next: end.id, hasMore: end.position === start + LOOKED_THROUGH_MAX }
}
