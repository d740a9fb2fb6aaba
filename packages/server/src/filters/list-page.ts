import { limits } from '@svc/api'
import {
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
import { findMatches, type PatternTest } from './patterns.ts'

type Tables = Record<string, Record<string, unknown>>
export type Rows = SelectQueryBuilder<Tables, string, object>

/** Queries are composed here and sent by the reader. */
const tables = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

export type ListSource = {
  readonly table: ListTable
  /** Where the rows come from. */
  readonly from: (tables: Kysely<Tables>) => Rows
  /** Which of them the caller may see at all. */
  readonly where: Condition
}

export type ListPage = { readonly count: number; readonly ids: readonly string[] }

/** The ids of one page in order, and the exact number of all that the filters leave. */
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
  const rows = source.from(tables).where(all(conditions))
  if (patterns.length > 0) return matchedPage(reader, { table, rows, patterns, query })
  const offset = (query.page - 1) * query.pageSize
  const found = await send(
    reader,
    inOrder(rows.select(idOf(table)), table, query)
      .limit(query.pageSize)
      .offset(offset)
      .compile(),
  )
  const ids = found.map((row) => row.id as string)
  if (ids.length > 0 && ids.length < query.pageSize) return { count: offset + ids.length, ids }
  if (ids.length === 0 && offset === 0) return { count: 0, ids }
  const [counted] = await send(reader, rows.select(sql<number>`count(*)`.as('count')).compile())
  return { count: counted?.count ?? 0, ids }
}

const hasPattern = ({ tests }: Filter): boolean => tests.some(({ kind }) => kind === 'pattern')
const idOf = ({ id }: ListTable) => sql<string>`${sql.raw(id)}`.as('id')

/** Nulls count as the largest, as they do in PostgreSQL. Ties go by id, in the last direction. */
function inOrder<T extends Rows>(rows: T, table: ListTable, { ordering }: ListQuery): T {
  const newest = [{ sql: table.created, descending: true }]
  const fields = ordering.map(({ field, descending }) => ({
    sql: table.orderings[field] ?? table.created,
    descending,
  }))
  const keys = fields.length === 0 ? newest : fields
  const last = { sql: table.id, descending: keys.at(-1)?.descending ?? true }
  let ordered: Rows = rows
  for (const key of [...keys, last]) {
    ordered = ordered.orderBy(sql`${sql.raw(key.sql)}`, key.descending ? 'desc' : 'asc')
  }
  return ordered as T
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

/** What the other filters leave is read whole, and held against the patterns outside of SQL. */
async function matchedPage(
  reader: Reader,
  { table, rows, patterns, query }: Matching,
): Promise<ListPage> {
  const columns = [...new Set(patterns.map(({ property }) => property))]
  const values = columns.map((property, index) => {
    const { sql: text, many } = table.properties[property] ?? { sql: 'null' }
    const value = many === undefined ? text : `(select jsonb_agg(${text}) from ${many})`
    return sql`${sql.raw(value)}`.as(`value${index}`)
  })
  const limit = limits.patternRowsMax
  const found = await send(
    reader,
    inOrder(rows.select([idOf(table), ...values]), table, query)
      .limit(limit + 1)
      .compile(),
  )
  if (found.length > limit) throw new Refused('filter_too_broad', { values: { limit } })
  const groups = patterns.map(({ property, tests }) => {
    const column = columns.indexOf(property)
    return tests.flatMap((test): PatternTest[] =>
      test.kind === 'pattern' ? [{ pattern: test.pattern, cased: test.cased, column }] : [],
    )
  })
  const matches = await findMatches({
    groups,
    rows: found.map((row) => columns.map((_, index) => row[`value${index}`])),
  })
  const offset = (query.page - 1) * query.pageSize
  const ids = matches
    .slice(offset, offset + query.pageSize)
    .map((index) => found[index]?.id as string)
  return { count: matches.length, ids }
}
