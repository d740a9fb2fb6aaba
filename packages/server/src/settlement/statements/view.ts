import type { Answered, StatementAnswer } from '@svc/api'
import { localDate, localMicros, utcMicros } from '../../platform/time/dates.ts'
import type { Period, Statement } from './statement.ts'

export function statementView(
  statement: Statement,
  { timeZone, baseUrl }: { readonly timeZone: string; readonly baseUrl: string },
): Answered<typeof StatementAnswer> {
  const { from, until, currency, opening, totals, count, net, closing } = statement
  const lines = new URLSearchParams({
    currency,
    'created-gte': utcMicros(from),
    'created-lt': utcMicros(until),
  })
  return {
    currency,
    time_zone: timeZone,
    from: localMicros(from, timeZone),
    to: localMicros(until, timeZone),
    opening_balance: opening,
    totals: totals.map(({ type, count, amount, net }) => ({ type, count, amount, net })),
    count,
    net,
    closing_balance: closing,
    payments_url: `${baseUrl}/me/payments?${lines}`,
  }
}

/** Named after its days; the last one is that of the moment before the end. */
export function fileNameOf({ from, until, currency }: Period, timeZone: string): string {
  const last = new Date(Math.max(from.getTime(), until.getTime() - 1))
  return `statement-${localDate(from, timeZone)}-${localDate(last, timeZone)}-${currency}.csv`
}
