import { limits } from '@svc/api'
import {
  type AliasedRawBuilder,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type SelectQueryBuilder,
  sql,
} from 'kysely'
import type { Reader, Row } from '../database/database.ts'
import { Refused } from '../refusal.ts'
import { all, type Condition, conditionOf, termCondition } from './conditions.ts'
import type { Filter, ListQuery, ListTable } from './list-table.ts'
import { findMatches, type PatternTest, type PatternValue } from './patterns.ts'

type Tables = Record<string, Record<string, unknown>>
type Rows = SelectQueryBuilder<Tables, string, object>

/** Queries are composed here and sent by the reader. */
const tables = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

type ListSource = {
  readonly table: ListTable
  /** Where the rows come from; `uses` tells whether the columns of a joined table are needed. */
  readonly from: (tables: Kysely<Tables>, uses: (alias: string) => boolean) => Rows
  /** Which of them the caller may see at all. */
  readonly where: Condition
}

/** So many are sorted at once; of more, the page is found by the way of the order. */
const FEW = 1_000

type ListPage = { readonly count: number; readonly ids: readonly string[] }

/** The ids, or keys, of one page in order, and the exact number of all that the filters leave. */
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
  const rows = source.from(tables, uses).where(all(conditions))
  if (patterns.length > 0) return matchedPage(reader, { table, rows, patterns, query })
  if (query.filters.length > 0 || query.terms.length > 0) {
    const firstRows = await send(reader, firstMatches(rows, [], { table, query, limit: FEW + 1 }))
    if (firstRows.length <= FEW) {
      return { count: firstRows.length, ids: sliceOf(firstRows, query).map(nameOf) }
    }
  }
  const [counted, page] = await Promise.all([
    send(reader, rows.select(sql<number>`count(*)`.as('count')).compile()),
    send(reader, inOrder(rows.select(namedBy(table)), table, query)),
  ])
  return { count: Number(counted[0]?.count ?? 0), ids: page.map(nameOf) }
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
/** What the answer names a row by. */
const namedBy = ({ id, key }: ListTable) => sql<string>`${sql.raw(key ?? id)}`.as('named')

/** What the order goes by. Ties go by id, in the last direction. */
function keysOf(table: ListTable, { ordering }: ListQuery) {
  const fields = ordering.map(({ field, descending }, index) => ({
    name: `key${index}`,
    value: sql.raw(table.orderings[field] ?? table.created),
    descending,
  }))
  const newest = { name: 'key0', value: sql.raw(table.created), descending: true }
  const keys = fields.length > 0 ? fields : [newest]
  const descending = keys.at(-1)?.descending ?? true
  return [...keys, { name: 'id', value: sql.raw(table.id), descending }]
}

const directionOf = (descending: boolean) => (descending ? 'desc' : 'asc')

/** One page by the way of the order. Nulls count as the largest, as they do in PostgreSQL. */
function inOrder(rows: Rows, table: ListTable, query: ListQuery): CompiledQuery {
  const ordered = keysOf(table, query).reduce(
    (before, { value, descending }) => before.orderBy(value, directionOf(descending)),
    rows,
  )
  const offset = (query.page - 1) * query.pageSize
  return ordered.limit(query.pageSize).offset(offset).compile()
}

type Search = { readonly table: ListTable; readonly query: ListQuery; readonly limit: number }

/**
 * As many of what fits, in order. They are looked for as if all were wanted: a database that knows
 * of the limit walks through the order, in the hope of meeting what may not be there.
 */
function firstMatches(
  rows: Rows,
  values: readonly AliasedRawBuilder<unknown, string>[],
  { table, query, limit }: Search,
): CompiledQuery {
  const keys = keysOf(table, query)
  const columns = keys.map(({ name, value }) => value.as(name))
  const first = tables
    .with(
      (cte) => cte('found').materialized(),
      () => rows.select([...columns, namedBy(table), ...values]),
    )
    .selectFrom((from) => from.selectFrom('found').selectAll().limit(limit).as('first'))
    .select(['named', ...values.map(({ alias }) => String(alias))])
  return keys
    .reduce((before, { name, descending }) => before.orderBy(name, directionOf(descending)), first)
    .compile()
}

/** The rows of the page among all that were found. */
function sliceOf<T>(firstRows: readonly T[], { page, pageSize }: ListQuery): readonly T[] {
  return firstRows.slice((page - 1) * pageSize, page * pageSize)
}

function send(reader: Reader, { sql: text, parameters }: CompiledQuery): Promise<Row[]> {
  return reader.search(text, parameters)
}

type Matching = {
  readonly table: ListTable
  readonly rows: Rows
  readonly patterns: readonly Filter[]
  readonly query: ListQuery
}

type PatternProperty = Partial<Record<'shown' | 'many', string>> & { readonly sql: string }

function patternProperty({ properties }: ListTable, name: string): PatternProperty {
  return properties[name] ?? { sql: 'null' }
}

const nameOf = ({ named }: Row): string => String(named)

/** A text, or all texts of what a row has many of. */
function patternValue(value: unknown): PatternValue {
  if (Array.isArray(value)) return value.map(String)
  return value === null || value === undefined ? null : String(value)
}

/** What the other filters leave is read whole, and held against the patterns outside of SQL. */
async function matchedPage(
  reader: Reader,
  { table, rows, patterns, query }: Matching,
): Promise<ListPage> {
  const columns = [...new Set(patterns.map(({ property }) => property))]
  const values = columns.map((property, index) => {
    const { sql: text, shown = text, many } = patternProperty(table, property)
    const value = many === undefined ? shown : `(select jsonb_agg(${shown}) from ${many})`
    return sql`${sql.raw(value)}`.as(`value${index}`)
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
