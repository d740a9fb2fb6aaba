/** Rows of CSV (RFC 4180), for spreadsheets and for programs. */
import { recordOf } from '@svc/api'

/** Characters that a spreadsheet may interpret as the beginning of a formula, also after spaces. */
const FORMULA = /^[\s\p{C}]*[=+\-@\uff1d\uff0b\uff0d\uff20|]|^[\t\r\n]/u
/** Characters that every reader treats as text, whatever its separator. */
const PLAIN = /^[A-Za-z0-9_.:+-]*$/

/** For text from others: a leading apostrophe marks that it is not a formula. */
export function textCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return PLAIN.test(safe) ? safe : `"${safe.replaceAll('"', '""')}"`
}

/** A row of cells. */
export const rowOf = (cells: readonly string[]): string => `${cells.join(',')}\r\n`

/** For a table of answers: a column for each path of members (`store.id` is `store_id`). */
export const headerOf = (paths: readonly string[]): string =>
  rowOf(paths.map((path) => path.replaceAll('.', '_')))

/**
 * A row for each answer, with values as in JSON: whole minor units; null is empty, a list its
 * items.
 */
export const linesOf = (paths: readonly string[], answers: readonly object[]): string =>
  answers.map((each) => rowOf(paths.map((path) => cellAt(each, path)))).join('')

function cellAt(answer: object, path: string): string {
  const value = path.split('.').reduce<unknown>((at, name) => recordOf(at)[name], answer)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = Array.isArray(value) ? value.join(' ') : value
  return typeof text === 'string' ? textCell(text) : ''
}

/** The header with which a browser saves a file of that name. */
export const csvHeaders = (name: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${name}"`,
  'cache-control': 'no-store',
  vary: 'Accept',
})
