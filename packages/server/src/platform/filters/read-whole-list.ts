import { limits } from '@svc/api'
import { Refused } from '../refusal.ts'
import type { ListQuery, ListTable } from './list-table.ts'
import { readListQuery } from './read-list-query.ts'

/** The same for a file, which has no pages: up to the maximum number of rows. */
export function readWholeList(
  table: ListTable,
  query: URLSearchParams,
  zone: { readonly timeZone: string },
): ListQuery {
  const paging = ['page', 'page_size'].filter((name) => query.has(name))
  if (paging.length > 0) {
    const fields = Object.fromEntries(paging.map((name) => [name, ['a file has no pages']]))
    throw new Refused('query_invalid', { fields })
  }
  return { ...readListQuery(table, query, zone), page: 1, pageSize: limits.exportRowsMax }
}
