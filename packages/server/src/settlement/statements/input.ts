import { currencies, limits } from '@svc/api'
import { NO_DATE, readMoment } from '../../platform/filters/days.ts'
import { type Fields, Refused } from '../../platform/refusal.ts'
import type { ParsedDate } from '../../platform/time/dates.ts'
import type { Period } from './statement.ts'

const DAY_MS = 86_400_000
/** As much as a clock change makes a day longer. */
const CHANGE_MS = 3_600_000

/**
 * The period of a statement, all faults at once. A day that it ends with belongs to it; a moment
 * does not, so that periods which meet share nothing.
 */
export function readStatementQuery(
  query: URLSearchParams,
  { timeZone, currency: standard }: { readonly timeZone: string; readonly currency: string },
): Period {
  // A parameter may have any name, `__proto__` too.
  const fields: Fields = Object.create(null)
  for (const name of new Set(query.keys())) {
    if (!['from', 'to', 'currency'].includes(name)) {
      fields[name] = ['is not a parameter of a statement']
    }
  }
  const read = (name: 'from' | 'to'): ParsedDate | undefined => {
    const [text, ...others] = query.getAll(name)
    const parsed = text === undefined ? undefined : readMoment(text, timeZone)
    if (text === undefined) fields[name] = [`${name} is required`]
    else if (others.length > 0) fields[name] = ['must be given once']
    else if (parsed === undefined) fields[name] = [NO_DATE.fault]
    return parsed
  }
  const from = read('from')?.instant
  const to = read('to')
  const until = to?.dayEnd ?? to?.instant
  const [currency = standard, ...others] = query.getAll('currency')
  if (!currencies.has(currency) || others.length > 0) {
    fields.currency = ['must be the code of one currency, such as EUR']
  }
  if (from !== undefined && until !== undefined && fields.to === undefined) {
    const days = limits.statementDaysMax
    if (until < from || (to?.dayEnd !== undefined && until <= from))
      fields.to = ['must not be before from']
    else if (until.getTime() - from.getTime() > days * DAY_MS + CHANGE_MS) {
      fields.to = [`must be at most ${days} days after from`]
    }
  }
  if (Object.keys(fields).length > 0 || from === undefined || until === undefined) {
    throw new Refused('query_invalid', { fields })
  }
  return { from, until, currency }
}
