import { eventsQuery, eventTypes, limits } from '@svc/api'
import { readCount, readStrictly } from '../../platform/http/query.ts'
import { isId } from '../../platform/ids.ts'
import type { EventsQuestion } from './list-events.ts'

const LIMIT = { fallback: limits.eventsDefault, most: limits.eventsMax }
const TYPES: readonly string[] = eventTypes

/** The query of `GET /me/events`: all faults together. */
export function readEventsQuery(query: URLSearchParams): EventsQuestion {
  return readStrictly(query, { described: eventsQuery, noun: 'this list' }, (fields) => {
    const [after, ...others] = query.getAll('after')
    if (after !== undefined && (!isId(after) || others.length > 0)) {
      fields.after = ['must be the id of one event']
    }
    const limit = readCount(query.getAll('limit'), LIMIT)
    if (limit === undefined) {
      fields.limit = [`must be one whole number from 1 to ${limits.eventsMax}`]
    }
    const types = query.getAll('type').flatMap((text) => text.split(','))
    const unknown = types.find((type) => !TYPES.includes(type))
    if (unknown !== undefined) fields.type = [`must be among ${TYPES.join(', ')}`]
    return { after, limit: limit ?? LIMIT.fallback, types: [...new Set(types)] }
  })
}
