/** The lists of the lender, as pages and as files. */
import type { Permission } from '../../model/staff/roles.ts'
import type { ListQuery } from '../../platform/filters/list-table.ts'
import { csvHeaders } from '../../platform/http/csv.ts'
import { pageView } from '../../platform/http/paging.ts'
import {
  answer,
  type LenderRequest,
  type LenderRoute,
  lenderRoute,
  type Placeholder,
  type RouteDoc,
} from './route.ts'

type Listed<T> = {
  readonly count: number
  readonly rows: readonly T[]
  readonly page: ListQuery
  /** Totals of the whole list; absent: not requested. */
  readonly summary?: object | null | undefined
}

type ListDefinition<Path extends string, T> = {
  readonly path: Path
  readonly permission: Permission
  readonly peopleOnly?: true
  readonly doc: RouteDoc
  read(request: LenderRequest<Placeholder<Path>, undefined>): Promise<Listed<T>>
  view(row: T, request: LenderRequest): unknown
}

/** A list: the rows of the page, as shown by `view`. */
export function listRoute<const Path extends `/lender/${string}`, T>({
  read,
  view,
  ...definition
}: ListDefinition<Path, T>): LenderRoute {
  return lenderRoute<Path>({
    ...{ ...definition, method: 'GET' },
    async handle(request) {
      const { baseUrl, query } = request
      const params: Readonly<Record<string, string>> = request.params
      const { count, rows, page, summary } = await read(request)
      const path = definition.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
      const shown = rows.map((row) => view(row, request))
      const all = pageView(shown, { count, url: baseUrl + path, query, page })
      return answer(200, summary === undefined ? all : { ...all, summary })
    },
  })
}

type FileDefinition<Path extends string> = {
  readonly path: Path
  readonly doc: RouteDoc
  /** Of the file; absent: as the path ends. */
  nameOf?(params: Readonly<Record<Placeholder<Path>, string>>): string
  read(
    request: LenderRequest<Placeholder<Path>, undefined>,
  ): Promise<string | AsyncIterable<string>>
}

/** The same as a file, which takes a permission of its own and a factor. */
export function fileRoute<const Path extends `/lender/${string}.csv`>({
  path,
  doc,
  nameOf = () => path.slice(path.lastIndexOf('/') + 1),
  read,
}: FileDefinition<Path>): LenderRoute {
  return lenderRoute<Path>({
    ...{ method: 'GET', path, permission: 'exports:write', stepUp: true, doc },
    async handle(request) {
      return { content: await read(request), headers: csvHeaders(nameOf(request.params)) }
    },
  })
}
