import { CsvAnswer, type ErrorCode, limits } from '@svc/api'
import type { TSchema } from 'typebox'
import type { ListTable } from '../../platform/filters/list-table.ts'

/**
 * What the OpenAPI document and the reference say about a route besides its path, access and body.
 */
export type RouteDoc = {
  /** The operation's name, unique among all routes; `refundCapture`. */
  readonly operation: string
  /** One line. */
  readonly summary: string
  /** The success answers: a schema by status, null if there is no body. */
  readonly answers: Readonly<Record<number, TSchema | null>>
  /** The media type of success, if it is neither JSON nor XML. */
  readonly mediaType?: string
  /** Its own refusals, in addition to those that every route of its kind can answer. */
  readonly errors?: readonly ErrorCode[]
  /** Query parameters by name. */
  readonly query?: Readonly<Record<string, TSchema>>
  /** The filters of a list: its further query parameters. */
  readonly list?: ListTable
}

/** Of a list as a file, with as many rows as it can have. */
export const fileDoc = (
  operation: string,
  list: ListTable,
  rowsMax: number = limits.exportRowsMax,
): RouteDoc => ({
  operation,
  summary: `Export the list, ${rowsMax.toLocaleString('en')} rows at most: CSV, UTF-8`,
  answers: { 200: CsvAnswer },
  mediaType: 'text/csv',
  list,
})
