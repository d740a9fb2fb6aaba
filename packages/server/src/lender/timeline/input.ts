import { limits, timelineKinds, timelineQuery } from '@svc/api'
import { readStrictly } from '../../platform/http/query.ts'
import type { TimelineKind, TimelinePlace } from './store.ts'

export type TimelineQuestion = {
  readonly kinds: readonly TimelineKind[]
  readonly after: TimelinePlace | null
  readonly limit: number
}

const PLACE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)\/([a-z]{1,20})\/([0-9a-z_]{1,64})$/i

/** The query of a timeline, all faults at once. */
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
    const limit = readLimit(query.getAll('limit'))
    if (limit === undefined) {
      fields.limit = [`must be one whole number from 1 to ${limits.eventsMax}`]
    }
    return { kinds, after, limit: limit ?? limits.eventsDefault }
  })
}

function placeIn(text = ''): TimelinePlace | null {
  const [, at = '', kind = '', key = ''] = PLACE.exec(text) ?? []
  return Number.isNaN(Date.parse(at)) ? null : { at, kind, key }
}

function readLimit([text, ...others]: readonly string[]): number | undefined {
  if (text === undefined) return limits.eventsDefault
  const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : 0
  return value >= 1 && value <= limits.eventsMax && others.length === 0 ? value : undefined
}
