import { trialBalanceQuery } from '@svc/api'
import { NO_DATE, readMoment } from '../../platform/filters/days.ts'
import { readStrictly } from '../../platform/http/query.ts'
import { LENDER_ZONE } from '../lists/zone.ts'

/** The exclusive end: a day counts to its end. Null: no end. */
export function readAt(query: URLSearchParams): Date | null {
  const described = trialBalanceQuery
  return readStrictly(query, { described, noun: 'a trial balance' }, (fields) => {
    const [text, ...others] = query.getAll('at')
    if (text === undefined) return null
    const moment = readMoment(text, LENDER_ZONE.timeZone)
    if (others.length > 0) fields.at = ['must be given once']
    else if (moment === undefined) fields.at = [NO_DATE.fault]
    return moment === undefined ? null : (moment.dayEnd ?? moment.instant)
  })
}
