import { eventTypes, limits } from '@svc/api'
import { isId } from '../../platform/ids.ts'
import { type Fields, Refused } from '../../platform/refusal.ts'
import type { EventsQuestion } from './list-events.ts'

const TYPES: readonly string[] = eventTypes

/** The query of `GET /me/events`: all faults at once. */
export function readEventsQuery(query: URLSearchParams): EventsQuestion {
  // A parameter may have any name, `__proto__` too.
  const fields: Fields = Object.create(null)
  for (const name of new Set(query.keys())) {
    if (!['after', 'limit', 'type'].includes(name)) {
      fields[name] = ['is not a parameter of this list']
    }
  }
  const [after, ...others] = query.getAll('after')
  if (after !== undefined && (!isId(after) || others.length > 0)) {
    fields.after = ['must be the id of one event']
  }
  const limit = readLimit(query.getAll('limit'))
  if (limit === undefined) {
    fields.limit = [`must be one whole number from 1 to ${limits.eventsMax}`]
  }
  const types = query.getAll('type').flatMap((text) => text.split(','))
  const unknown = types.find((type) => !TYPES.includes(type))
  if (unknown !== undefined) fields.type = [`must be among ${TYPES.join(', ')}`]
  if (Object.keys(fields).length > 0) throw new Refused('query_invalid', { fields })
  return { after, limit: limit ?? limits.eventsDefault, types: [...new Set(types)] }
}

function readLimit([text, ...others]: readonly string[]): number | undefined {
  if (text === undefined) return limits.eventsDefault
  const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : 0
  return value >= 1 && value <= limits.eventsMax && others.length === 0 ? value : undefined
}
