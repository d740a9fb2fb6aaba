import { currencies, limits, statementQuery } from '@svc/api'
import { NO_DATE, readMoment } from '../../platform/filters/days.ts'
import { readStrictly } from '../../platform/http/query.ts'
import type { ParsedDate } from '../../platform/time/dates.ts'
import type { Period } from './statement.ts'

const DAY_MS = 86_400_000
/** As much as a clock change makes a day longer. */
const CHANGE_MS = 3_600_000
const NEVER = new Date(0)

/**
 * The period of a statement, all faults together. A day at its end belongs to it; a moment does
 * not, so that periods which meet share nothing.
 */
export function readStatementQuery(
  query: URLSearchParams,
  { timeZone, currency: standard }: { readonly timeZone: string; readonly currency: string },
): Period {
  return readStrictly(query, { described: statementQuery, noun: 'a statement' }, (fields) => {
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
    // If one is missing there is a fault, and nobody sees these.
    return { from: from ?? NEVER, until: until ?? NEVER, currency }
  })
}
