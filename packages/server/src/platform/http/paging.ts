import { limits, pageQuery } from '@svc/api'
import { readStrictly } from './query.ts'

export type PageQuery = { readonly page: number; readonly pageSize: number }

/** `page` from 1 and `page_size` 1…100 (contract §3). */
export function readPage(query: URLSearchParams): PageQuery {
  return readStrictly(query, { described: pageQuery, noun: 'this list' }, (fields) =>
    readPageNumbers(query, (name, sentence) => {
      fields[name] = [sentence]
    }),
  )
}

/** These two parameters only; faults are reported. */
export function readPageNumbers(
  query: URLSearchParams,
  fault: (name: string, sentence: string) => void,
): PageQuery {
  const read = (name: keyof typeof pageQuery, absent: number, most: number) => {
    const texts = query.getAll(name)
    const text = texts.at(-1)
    if (text === undefined) return absent
    const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : 0
    if (value >= 1 && value <= most && texts.length === 1) return value
    fault(name, `must be one whole number from 1 to ${most}`)
    return absent
  }
  const page = read('page', 1, limits.pageMax)
  const pageSize = read('page_size', limits.pageSizeDefault, limits.pageSizeMax)
  return { page, pageSize }
}

/** The envelope of every list: `after` is the number of the next page, null on the last. */
export function pageView<T>(
  results: readonly T[],
  {
    count,
    url,
    query,
    page,
  }: { count: number; url: string; query: URLSearchParams; page: PageQuery },
) {
  const last = Math.max(1, Math.ceil(count / page.pageSize))
  const after = page.page < last ? page.page + 1 : null
  const before = page.page > 1 ? Math.min(page.page - 1, last) : null
  const link = (number: number | null) => {
    if (number === null) return null
    const changed = new URLSearchParams(query)
    changed.set('page', String(number))
    return `${url}?${changed}`
  }
  return {
    cursor: { after, before },
    paging: { count, next: link(after), previous: link(before) },
    results,
  }
}
