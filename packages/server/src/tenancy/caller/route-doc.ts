import type { ErrorCode } from '@svc/api'
import type { TSchema } from 'typebox'
import type { ListTable } from '../../platform/filters/list-table.ts'

/** What the OpenAPI document and the reference say of a route beside its path, access and body. */
export type RouteDoc = {
  /** The operation's name, unique among all routes; `refundCapture`. */
  readonly operation: string
  /** One line. */
  readonly summary: string
  /** What success answers: a schema by status, null where there is no body. */
  readonly answers: Readonly<Record<number, TSchema | null>>
  /** In what success is answered, where it is neither JSON nor XML. */
  readonly mediaType?: string
  /** Refusals of its own, beside those that every route of its kind can answer. */
  readonly errors?: readonly ErrorCode[]
  /** Query parameters by name. */
  readonly query?: Readonly<Record<string, TSchema>>
  /** What a list is filtered by: its further query parameters. */
  readonly list?: ListTable
}
