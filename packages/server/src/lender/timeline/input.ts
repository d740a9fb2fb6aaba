import { limits, timelineKinds, timelineQuery } from '@svc/api'
import { readCount, readStrictly } from '../../platform/http/query.ts'
import type { TimelineKind, TimelinePlace } from './store.ts'

export type TimelineQuestion = {
  readonly kinds: readonly TimelineKind[]
  readonly after: TimelinePlace | null
  readonly limit: number
}

const LIMIT = { fallback: limits.eventsDefault, most: limits.eventsMax }
const PLACE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)\/([a-z]{1,20})\/([0-9a-z_]{1,64})$/i

/** The query of a timeline, all faults together. */
export function readTimelineQuery(query: URLSearchParams): TimelineQuestion {
  return readStrictly(query, { described: timelineQuery, noun: 'a timeline' }, (fields) => {
    const texts = query.getAll('kinds').flatMap((text) => text.split(','))
    const kinds = timelineKinds.filter((kind) => texts.length === 0 || texts.includes(kind))
    const unknown = texts.some((text) => !timelineKinds.some((kind) => kind === text))
    if (unknown) fields.kinds = [`must be among ${timelineKinds.join(', ')}`]
    const [text, ...others] = query.getAll('after')
    const after = placeIn(text)
    if (text !== undefined && (after === null || others.length > 0)) {
      fields.after = ['must be the cursor of one answer']
    }
    const limit = readCount(query.getAll('limit'), LIMIT)
    if (limit === undefined) {
      fields.limit = [`must be one whole number from 1 to ${limits.eventsMax}`]
    }
    return { kinds, after, limit: limit ?? LIMIT.fallback }
  })
}

function placeIn(text = ''): TimelinePlace | null {
  const [, at = '', kind = '', key = ''] = PLACE.exec(text) ?? []
  return Number.isNaN(Date.parse(at)) ? null : { at, kind, key }
}
