/** What a list says of itself; everything else of it is the same for all. */
import type { ComponentChildren } from 'preact'
import type { BookTexts } from '../../texts/book.ts'

export type Filter = {
  /** As the API has it. */
  readonly name: string
  readonly kind: 'text' | 'choice' | 'amount' | 'number' | 'day'
  readonly choices?: readonly string[]
}

export type Column<Row> = {
  /** A word of the texts. */
  readonly name: string
  /** Of amounts and counts. */
  readonly isEnd?: boolean
  /** What the API orders by, where it does. */
  readonly ordering?: string
  readonly cell: (row: Row) => ComponentChildren
}

export type ListPage<Row> = {
  readonly cursor: { readonly after: number | null; readonly before: number | null }
  readonly paging: { readonly count: number }
  readonly results: readonly Row[]
}

/** Filters that have a name of their own. */
export type Tab = {
  readonly name: string
  readonly query: string
  /** Whose states they are. */
  readonly of?: string
}

/** What is done to several rows at once. */
export type Choosing<Row> = {
  /** In the first cell of a row. */
  readonly tick: (row: Row, isChosen: boolean, onChange: () => void) => ComponentChildren
  /** Below the rows, of all that are shown. */
  readonly bar: (
    rows: readonly Row[],
    isChosen: (row: Row) => boolean,
    onChoose: (rows: readonly Row[]) => void,
  ) => ComponentChildren
}

export type ListDefinition<Row, Page extends ListPage<Row> = ListPage<Row>> = {
  /** The key under which a person's hidden columns are stored. */
  readonly name: string
  /** Of the API. */
  readonly path: string
  /** Parameters that the list always adds to those of the address. */
  readonly always?: string
  /** It is of people, and so of no mode. */
  readonly ofNoMode?: boolean
  /** The API has it as a file, too: its path with `.csv`. */
  readonly hasFile?: boolean
  /** No key asks for it, and so there is no line for a shell. */
  readonly peopleOnly?: boolean
  readonly hasWords?: boolean
  /** Its filters can be saved under a name. */
  readonly isSaved?: boolean
  /** Shown if there is nothing yet; absent: the screen shows it already. */
  readonly news?: keyof BookTexts['news']
  readonly filters: readonly Filter[]
  readonly tabs?: readonly Tab[]
  /** A parameter that, where it is true, adds rows. */
  readonly more?: string
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string
  /** Where a row leads, behind `/desk`; absent: nowhere. */
  readonly placeOf?: (row: Row) => string
  /** Absent: each row is opened by itself. */
  readonly choosing?: Choosing<Row>
  /** Beside the count. */
  readonly beside?: (reload: () => void) => ComponentChildren
  /** Above the rows: sums of all that the filters leave. */
  readonly head?: (page: Page) => ComponentChildren
}

const LOOKUPS = {
  text: ['icontains', 'exact', 'in'],
  choice: ['exact'],
  amount: ['gte', 'lte', 'exact'],
  number: ['gte', 'lte', 'exact'],
  day: ['gte', 'lte', 'exact'],
} as const satisfies Readonly<Record<Filter['kind'], readonly (keyof BookTexts['lookups'])[]>>

export type Lookup = (typeof LOOKUPS)[Filter['kind']][number]

export const lookupsOf = ({ kind }: Filter): readonly Lookup[] => LOOKUPS[kind]

/** The filter and comparison of a parameter of the address; undefined: not a filter. */
export function readParameter(
  filters: readonly Filter[],
  parameter: string,
): { readonly filter: Filter; readonly lookup: Lookup } | undefined {
  for (const filter of filters) {
    if (parameter === filter.name) return { filter, lookup: 'exact' }
    if (!parameter.startsWith(`${filter.name}-`)) continue
    const known = [...lookupsOf(filter), ...(filter.kind === 'choice' ? (['in'] as const) : [])]
    const lookup = known.find((each) => parameter === `${filter.name}-${each}`)
    if (lookup !== undefined) return { filter, lookup }
  }
  return undefined
}

export const parameterOf = ({ name }: Filter, lookup: Lookup): string =>
  lookup === 'exact' ? name : `${name}-${lookup}`

/** Which parameters are no filters. */
const BESIDE = new Set(['page', 'page_size', 'ordering', 'summary', 'reads'])

/** The parameters of a file of the list: it has no pages, and no sums. */
export function fileQuery(query: string): string {
  const next = new URLSearchParams(query)
  for (const name of ['page', 'page_size', 'summary']) next.delete(name)
  return next.toString()
}

export const filtersIn = (query: string): (readonly [name: string, value: string])[] =>
  [...new URLSearchParams(query)].filter(([name]) => !BESIDE.has(name))

/** The query with other values; null takes one away. Another filter begins at the first page. */
export function changed(query: string, changes: Readonly<Record<string, string | null>>): string {
  const next = new URLSearchParams(query)
  if (!('page' in changes)) next.delete('page')
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  return next.toString()
}

/** Without one value of a parameter, which may occur several times. */
export function without(query: string, name: string, value: string): string {
  const next = new URLSearchParams(query)
  next.delete(name, value)
  next.delete('page')
  return next.toString()
}
