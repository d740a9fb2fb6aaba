import { allEventTypes, lenderEventsQuery, lenderStreamQuery, limits } from '@svc/api'
import { readCount, readStrictly } from '../../platform/http/query.ts'
import { isId } from '../../platform/ids.ts'
import { Refused } from '../../platform/refusal.ts'
import type { LenderEventsQuestion } from './happenings.ts'

const TYPES: readonly string[] = allEventTypes
const LIMIT = { fallback: limits.eventsDefault, most: limits.eventsMax }
const PLACE = /^[0-9]{1,15}$/

/** The query of `GET /lender/events`: all faults together. */
export function readLenderEventsQuery(query: URLSearchParams): LenderEventsQuestion {
  const about = { described: lenderEventsQuery, noun: 'this list' }
  return readStrictly(query, about, (fields) => {
    const after = readPlace(query.getAll('after'))
    if (after === undefined) fields.after = ['must be `next` of one answer']
    const limit = readCount(query.getAll('limit'), LIMIT)
    if (limit === undefined) {
      fields.limit = [`must be one whole number from 1 to ${LIMIT.most}`]
    }
    const types = query.getAll('type').flatMap((text) => text.split(','))
    if (!types.every((type) => TYPES.includes(type))) {
      fields.type = [`must be among ${TYPES.join(', ')}`]
    }
    const [storeId, ...stores] = query.getAll('store-id')
    if (storeId !== undefined && (!isId(storeId) || stores.length > 0)) {
      fields['store-id'] = ['must be the id of one store']
    }
    return {
      after: after ?? 0,
      limit: limit ?? LIMIT.fallback,
      types: [...new Set(types)],
      storeId,
    }
  })
}

/**
 * The place where a stream continues: from its reader's last event, or the query; null: from now
 * on.
 */
export function readStreamPlace(
  query: URLSearchParams,
  lastEventId: string | undefined,
): number | null {
  return readStrictly(query, { described: lenderStreamQuery, noun: 'this stream' }, (fields) => {
    const texts = lastEventId === undefined ? query.getAll('after') : [lastEventId]
    if (texts.length === 0) return null
    const place = readPlace(texts)
    if (place !== undefined) return place
    if (lastEventId === undefined) fields.after = ['must be `next` of one answer']
    else throw invalidHeader()
    return null
  })
}

function invalidHeader(): Refused {
  const fields = { 'Last-Event-ID': ['must be the id of an event of this stream'] }
  return new Refused('query_invalid', { fields })
}

function readPlace([text, ...others]: readonly string[]): number | undefined {
  if (text === undefined) return 0
  return PLACE.test(text) && others.length === 0 ? Number(text) : undefined
}
