/** Lists that are summed up at the moment of their page. */
import { limits, summaryQuery } from '@svc/api'
import type { Database, Reader } from '../../platform/database/database.ts'
import { all, conditionOf, termCondition } from '../../platform/filters/conditions.ts'
import { type Fragment, sql } from '../../platform/filters/fragment.ts'
import type { ListQuery, ListTable } from '../../platform/filters/list-table.ts'
import { readListQuery } from '../../platform/filters/read-list-query.ts'
import { Refused } from '../../platform/refusal.ts'
import { LENDER_ZONE } from './zone.ts'

const [SUMMARY = ''] = Object.keys(summaryQuery)

/** A list as it was requested, and whether with its sums. */
export type SummedQuery = { readonly query: ListQuery; readonly isSummed: boolean }

/** Refusals: `query_invalid`. */
export function readSummedQuery(table: ListTable, parameters: URLSearchParams): SummedQuery {
  const rest = new URLSearchParams(parameters)
  const texts = rest.getAll(SUMMARY)
  rest.delete(SUMMARY)
  const [text = 'false', ...others] = texts
  if (others.length > 0 || !/^(?:true|false)$/.test(text)) {
    throw new Refused('query_invalid', { fields: { [SUMMARY]: ['must be true or false, once'] } })
  }
  return { query: readListQuery(table, rest, LENDER_ZONE), isSummed: text === 'true' }
}

/** All reads of `read` see the same moment. */
export function atOneMoment<T>(database: Database, read: (tx: Reader) => Promise<T>): Promise<T> {
  return database.transaction(null, async (tx) => {
    // Sent together, carried out in this order.
    const [, result] = await Promise.all([
      tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY', []),
      read(tx),
    ])
    return tx.commit(result)
  })
}

type Rows = {
  readonly table: ListTable
  readonly from: Fragment
  readonly where: Fragment
}

/** What the filters leave, as after SELECT. Refusals: `query_invalid` where one is a pattern. */
export function filteredRows(
  { table, from, where }: Rows,
  { filters, terms, timeZone }: ListQuery,
): Fragment {
  const isPattern = filters.some(({ tests }) => tests.some(({ kind }) => kind === 'pattern'))
  if (isPattern) {
    const fields = { [SUMMARY]: ['is not made of what a pattern leaves'] }
    throw new Refused('query_invalid', { fields })
  }
  const conditions = [
    where,
    ...terms.map((term) => termCondition(table, term)),
    ...filters.map((filter) => conditionOf(table, filter, timeZone)),
  ]
  return sql`FROM ${from} WHERE ${all(conditions)}`
}

/** Null: they are too many to be summed up with each page. */
export const ifFew = <T>(count: number, sum: () => Promise<T>): Promise<T> | null =>
  count > limits.summedRowsMax ? null : sum()
