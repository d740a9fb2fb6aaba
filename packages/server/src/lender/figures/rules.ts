/** How the rows of a figure become its points. Pure. */
import { limits } from '@svc/api'
import { Refused } from '../../platform/refusal.ts'
import { addDays, type Day } from '../../platform/time/calendar.ts'

type Row = Readonly<Record<string, unknown>>

type Counted = {
  /** A day without data. */
  readonly zero: Readonly<Record<string, number | null>>
  readonly isOfCurrency: boolean
}

type Days = { readonly from: Day; readonly to: Day }

/**
 * A row for each day of a span and each currency, in their order; days of which nothing is known
 * are zero. Refusals: `query_invalid`, where that is more than a figure may have.
 */
export function everyDay(
  rows: readonly Row[],
  { zero, isOfCurrency }: Counted,
  { from, to }: Days,
): Row[] {
  const days: Day[] = []
  for (let each = from; each <= to; each = addDays(each, 1)) days.push(each)
  const currencies = [...new Set(rows.map(({ currency }) => String(currency)))].sort()
  const kinds: Row[] = isOfCurrency ? currencies.map((currency) => ({ currency })) : [{}]
  const count = days.length * kinds.length
  if (count > limits.figurePointsMax) {
    const most = `at most ${limits.figurePointsMax}`
    const fields = { to: [`makes ${count} points with ${kinds.length} currencies, ${most}`] }
    throw new Refused('query_invalid', { fields })
  }
  const known = new Map(rows.map((row) => [keyOf(row), row]))
  return days.flatMap((day) =>
    kinds.map((kind) => known.get(keyOf({ day, ...kind })) ?? { day, ...kind, ...zero }),
  )
}

const keyOf = ({ day, currency = '' }: Row): string => `${day} ${currency}`
