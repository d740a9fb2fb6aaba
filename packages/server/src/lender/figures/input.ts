import { figureQuery, limits, presentFigureQuery } from '@svc/api'
import { readStrictly } from '../../platform/http/query.ts'
import type { Fields } from '../../platform/refusal.ts'
import {
  addDays,
  addMonths,
  type Day,
  dayIn,
  daysBetween,
  firstOfMonth,
} from '../../platform/time/calendar.ts'
import type { FigureKind } from './figure.ts'

const DAYS = 29
const MONTHS = 11
const NO_DAY = 'must be a day, such as 2026-11-21'
/** Earlier than any book; a day computed from it is still valid. */
const EARLIEST = '1970-01-01'
const LATEST = '2999-12-31'

type Bounds = { readonly kind: FigureKind; readonly daysMax: number; readonly today: Day }
type Span = { readonly from: Day; readonly to: Day }

/** The store of a figure; null: all. The rest of the query is judged by `readSpan`. */
export const readStore = (query: URLSearchParams): string | null => query.get('store-id')

/** The days of a figure, all faults together. Refusals: `query_invalid`. */
export function readSpan(query: URLSearchParams, { kind, daysMax, today }: Bounds): Span {
  const described = kind === 'present' ? presentFigureQuery : figureQuery
  return readStrictly(query, { described, noun: 'this figure' }, (fields) => {
    if (query.getAll('store-id').length > 1) fields['store-id'] = ['must be given once']
    const to = dayOf(query, 'to', fields) ?? today
    const isMonths = kind === 'months'
    const from =
      dayOf(query, 'from', fields) ??
      (isMonths ? firstOfMonth(addMonths(to, -MONTHS)) : addDays(to, -DAYS))
    if (from > to) fields.to = ['must not be before from']
    else if (isMonths && addMonths(from, limits.figureMonthsMax) <= to) {
      fields.to = [`must be less than ${limits.figureMonthsMax} months after from`]
    } else if (!isMonths && daysBetween(from, to) >= daysMax) {
      fields.to = [`must be less than ${daysMax} days after from`]
    }
    return { from, to }
  })
}

function dayOf(query: URLSearchParams, name: 'from' | 'to', fields: Fields): Day | undefined {
  const [text, ...others] = query.getAll(name)
  if (text === undefined) return undefined
  const read = text >= EARLIEST && text <= LATEST ? dayIn(text) : undefined
  if (others.length > 0) fields[name] = ['must be given once']
  else if (read === undefined) fields[name] = [NO_DAY]
  return read
}
