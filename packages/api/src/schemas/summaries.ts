/** Lists of the lender with totals, at the time of their page. */
import type { TSchema } from 'typebox'
import { limits } from '../limits.ts'
import { choice, closed, count, money, nullable, pageOf, words } from './answers.ts'
import { optional, Type } from './common.ts'

/** For a list: whether totals are requested. */
export const summaryQuery = {
  summary: optional(
    Type.Boolean({ default: false, description: 'Whether to include totals of the whole list.' }),
  ),
}

const ofCurrency = { currency: words('ISO 4217 code.'), count: count('Number of them.') }

/** A page of a list, with the totals of all matches. */
export const summedPage = <T extends TSchema, S extends TSchema>(item: T, sum: S, name: string) =>
  closed(
    {
      ...pageOf(item, `${name}Items`).properties,
      summary: optional(
        nullable(Type.Array(sum), {
          description:
            'With `summary=true`: totals of all filtered items, at the same time as the page; ' +
            `null if there are more than ${limits.summedRowsMax}.`,
        }),
      ),
    },
    { $id: name, description: 'One page of a list, and its totals where requested.' },
  )

/** Payouts of one status. */
export const payoutSum = <const Statuses extends readonly string[]>(statuses: Statuses) =>
  closed(
    { ...ofCurrency, status: choice(statuses, 'Status.'), amount: money('Their total') },
    { $id: 'PayoutSum', description: 'Totals of payouts by currency and status.' },
  )

export const OrderSum = closed(
  {
    ...ofCurrency,
    total_amount: money('Their totals'),
    captured_amount: money('Amount captured of them'),
    refunded_amount: money('Amount refunded of what was captured'),
  },
  { $id: 'OrderSum', description: 'Totals of orders by currency.' },
)
