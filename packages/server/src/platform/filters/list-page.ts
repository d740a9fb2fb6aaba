import { limits } from '@svc/api'
import type { Reader, Row } from '../database/database.ts'
import { Refused } from '../refusal.ts'
import { all, conditionOf, termCondition } from './conditions.ts'
import { type Fragment, join, raw, sql, statementOf } from './fragment.ts'
import type { Filter, ListQuery, ListTable } from './list-table.ts'
import { findMatches, type PatternTest, type PatternValue } from './patterns.ts'
import { placeOf, type Tallies, talliedQuery } from './tallied.ts'

type ListSource = {
  readonly table: ListTable
  /** The text after FROM; `uses` tells whether the columns of a joined table are needed. */
  readonly from: (uses: (alias: string) => boolean) => Fragment
  /** Restricts the rows to those that the caller may see. */
  readonly where: Fragment
  /** Absent: the rows are counted each time. */
  readonly tallies?: Tallies
}

/** Up to this many rows are sorted; beyond that, the page is found by walking in order. */
const FEW = 1_000
/** Up to this many rows are skipped by walking in order once their day is known. */
const NEAR = 1_000

type ListPage = { readonly count: number; readonly ids: readonly string[] }

/** The ids, or keys, of one page in order, and the exact number of matching rows. */
export async function listPage(
  reader: Reader,
  source: ListSource,
  query: ListQuery,
): Promise<ListPage> {
  const { table } = source
  const patterns = query.filters.filter(hasPattern)
  const conditions = [
    source.where,
    ...query.terms.map((term) => termCondition(table, term)),
    ...query.filters
      .filter((filter) => !hasPattern(filter))
      .map((filter) => conditionOf(table, filter, query.timeZone)),
  ]
  const used = expressionsOf(table, query)
  const uses = (alias: string) => used.some((text) => text.startsWith(`${alias}.`))
  const rows = sql`from ${source.from(uses)} where ${all(conditions)}`
  if (patterns.length > 0) return matchedPage(reader, { table, rows, patterns, query })
  const tallied = await talliedPage(reader, source, { rows, query })
  if (tallied !== undefined) return tallied
  if (query.filters.length > 0 || query.terms.length > 0) {
    const firstRows = await send(reader, firstMatches(rows, [], { table, query, limit: FEW + 1 }))
    if (firstRows.length <= FEW) {
      return { count: firstRows.length, ids: sliceOf(firstRows, query).map(nameOf) }
    }
  }
  const [counted, page] = await Promise.all([
    send(reader, sql`select count(*) as count ${rows}`),
    send(reader, inOrder(rows, table, query)),
  ])
  return { count: Number(counted[0]?.count ?? 0), ids: page.map(nameOf) }
}

type Listing = { readonly rows: Fragment; readonly query: ListQuery }

/** The same for rows counted by day; undefined if they are not, or are few. */
async function talliedPage(
  reader: Reader,
  { table, tallies }: ListSource,
  { rows, query }: Listing,
): Promise<ListPage | undefined> {
  const tallied = tallies && talliedQuery({ table, tallies }, rows, query)
  if (tallies === undefined || tallied === undefined) return undefined
  const offset = (query.page - 1) * query.pageSize
  const isNear = query.filters.length === 0 && offset <= NEAR
  const [place, near] = await Promise.all([
    placeOf(reader, { table, tallies }, { tallied, offset }),
    isNear ? send(reader, inOrder(rows, table, query)) : undefined,
  ])
  if (place === undefined || (query.filters.length > 0 && place.count <= FEW)) return undefined
  const { count, begins } = place
  if (begins === null) return { count, ids: [] }
  const page =
    near ?? (await send(reader, inOrder(sql`${rows} and ${begins.within}`, table, query, begins)))
  return { count, ids: page.map(nameOf) }
}

/** Every expression that the query reads. */
function expressionsOf(table: ListTable, { filters, terms, ordering }: ListQuery): string[] {
  return [
    ...filters.map(({ property }) => table.properties[property]?.sql ?? ''),
    ...ordering.map(({ field }) => table.orderings[field] ?? ''),
    ...(terms.length > 0 ? table.q : []),
  ]
}

const hasPattern = ({ tests }: Filter): boolean => tests.some(({ kind }) => kind === 'pattern')
/** The column by which an answer identifies a row. */
const namedBy = ({ id, key }: ListTable): Fragment => raw(`${key ?? id} as named`)

/** The sort keys. Ties are sorted by id, in the last direction. */
function keysOf(table: ListTable, { ordering }: ListQuery) {
  const fields = ordering.map(({ field, descending }, index) => ({
    name: `key${index}`,
    value: table.orderings[field] ?? table.created,
    descending,
  }))
  const newest = { name: 'key0', value: table.created, descending: true }
  const keys = fields.length > 0 ? fields : [newest]
  const descending = keys.at(-1)?.descending ?? true
  return [...keys, { name: 'id', value: table.id, descending }]
}

const by = (expression: string, descending: boolean): Fragment =>
  raw(`${expression} ${descending ? 'desc' : 'asc'}`)

/** One page by walking in order. Nulls are the largest, as in PostgreSQL. */
function inOrder(
  rows: Fragment,
  table: ListTable,
  query: ListQuery,
  { offset }: { readonly offset: number } = { offset: (query.page - 1) * query.pageSize },
): Fragment {
  const order = keysOf(table, query).map(({ value, descending }) => by(value, descending))
  return sql`select ${namedBy(table)} ${rows} order by ${join(order, ', ')}
    limit ${query.pageSize} offset ${offset}`
}

type Search = { readonly table: ListTable; readonly query: ListQuery; readonly limit: number }

/**
 * Up to this many matching rows, in order. They are selected as if all were wanted: with a limit
 * the database would walk in order, hoping to meet rows that may not exist.
 */
function firstMatches(
  rows: Fragment,
  values: readonly string[],
  { table, query, limit }: Search,
): Fragment {
  const keys = keysOf(table, query)
  const names = values.map((_, index) => `value${index}`)
  const columns = [
    ...keys.map(({ name, value }) => raw(`${value} as ${name}`)),
    namedBy(table),
    ...values.map((value, index) => raw(`${value} as ${names[index]}`)),
  ]
  const order = keys.map(({ name, descending }) => by(name, descending))
  return sql`with matches as materialized (select ${join(columns, ', ')} ${rows})
    select ${raw(['named', ...names].join(', '))} from (select * from matches limit ${limit}) m
    order by ${join(order, ', ')}`
}

/** The rows of the page among all matches. */
function sliceOf<T>(firstRows: readonly T[], { page, pageSize }: ListQuery): readonly T[] {
  return firstRows.slice((page - 1) * pageSize, page * pageSize)
}

function send(reader: Reader, query: Fragment): Promise<Row[]> {
  const { text, values } = statementOf(query)
  return reader.search(text, values)
}

type Matching = {
  readonly table: ListTable
  readonly rows: Fragment
  readonly patterns: readonly Filter[]
  readonly query: ListQuery
}

type PatternProperty = Partial<Record<'shown' | 'many', string>> & { readonly sql: string }

function patternProperty({ properties }: ListTable, name: string): PatternProperty {
  return properties[name] ?? { sql: 'null' }
}

const nameOf = ({ named }: Row): string => String(named)

/** A text, or all texts of a property with many values. */
function patternValue(value: unknown): PatternValue {
  if (Array.isArray(value)) return value.map(String)
  return value === null || value === undefined ? null : String(value)
}

/**
 * The rows that match the other filters are read completely, and matched with the patterns outside
 * of SQL.
 */
async function matchedPage(
  reader: Reader,
  { table, rows, patterns, query }: Matching,
): Promise<ListPage> {
  const columns = [...new Set(patterns.map(({ property }) => property))]
  const values = columns.map((property) => {
    const { sql: text, shown = text, many } = patternProperty(table, property)
    return many === undefined ? shown : `(select jsonb_agg(${shown}) from ${many})`
  })
  const limit = limits.patternRowsMax
  const firstRows = await send(
    reader,
    firstMatches(rows, values, { table, query, limit: limit + 1 }),
  )
  if (firstRows.length > limit) throw new Refused('filter_too_broad', { values: { limit } })
  const groups = patterns.map(({ property, tests }) => {
    const column = columns.indexOf(property)
    return tests.flatMap((test): PatternTest[] =>
      test.kind === 'pattern' ? [{ pattern: test.pattern, cased: test.cased, column }] : [],
    )
  })
  const matches = await findMatches({
    groups,
    rows: firstRows.map((row) => columns.map((_, index) => patternValue(row[`value${index}`]))),
  })
  const ids = sliceOf(matches, query).map((index) => nameOf(firstRows[index] ?? {}))
  return { count: matches.length, ids }
}
