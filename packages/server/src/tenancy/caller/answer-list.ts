import type { ListQuery } from '../../platform/filters/list-table.ts'
import { pageView } from '../../platform/http/paging.ts'
import { answer, type LenderRequest } from './route.ts'

type Listed<T> = {
  readonly count: number
  readonly rows: readonly T[]
  readonly page: ListQuery
  /** Totals of the whole list; absent: not requested. */
  readonly summary?: object | null | undefined
}
type Asking = Pick<LenderRequest, 'baseUrl' | 'query'>

/** The answer of a list below a path: the rows of the page, as shown by `view`. */
export function answerList<T, V>(
  { baseUrl, query }: Asking,
  path: `/lender/${string}`,
  { count, rows, page, summary }: Listed<T>,
  view: (row: T) => V,
) {
  const url = `${baseUrl}${path}`
  const shown = pageView(rows.map(view), { count, url, query, page })
  return answer(200, summary === undefined ? shown : { ...shown, summary })
}
