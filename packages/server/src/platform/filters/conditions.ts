/** Filters as conditions in SQL. Values are always parameters. */
import { type RawBuilder, sql } from 'kysely'
import { type Folded, fold } from './letters.ts'
import type { Filter, ListTable, Property, Test, TextTest } from './list-table.ts'

export type Condition = RawBuilder<boolean>

const DAY_MS = 86_400_000
const EARLIEST = Date.parse('0001-01-02T00:00:00Z')
const LATEST = Date.parse('9999-12-30T00:00:00Z')
const NEVER = sql<boolean>`false`
const ALWAYS = sql<boolean>`true`

const any = (conditions: readonly Condition[]): Condition => joined(conditions, sql` or `, NEVER)
export const all = (conditions: readonly Condition[]): Condition =>
  joined(conditions, sql` and `, ALWAYS)

function joined(
  conditions: readonly Condition[],
  separator: RawBuilder<unknown>,
  none: Condition,
): Condition {
  const [only] = conditions
  if (only === undefined) return none
  return conditions.length === 1 ? only : sql<boolean>`(${sql.join(conditions, separator)})`
}

/** Each row that has one of the values. */
export function conditionOf(
  { properties, id }: ListTable,
  { property, tests }: Filter,
  timeZone: string,
): Condition {
  const declared = properties[property]
  if (declared === undefined) throw new Error(`no such property: ${property}`)
  const fits = any(
    tests.map((test) =>
      test.kind === 'rows' ? isOneOf(id, test.ids) : fitsTest(declared, test, timeZone),
    ),
  )
  if (declared.many === undefined) return fits
  return sql<boolean>`exists (select 1 from ${sql.raw(declared.many)} and ${fits})`
}

function isOneOf(id: string, ids: readonly string[]): Condition {
  return sql<boolean>`${sql.raw(id)} = any(${ids}::text[])`
}

/** A term of `q` in one of its texts. */
export function termCondition({ q }: ListTable, term: string): Condition {
  const folded = fold(term, true)
  return any(q.map((text) => findsFolded({ sql: text }, folded, 'anywhere')))
}

type OfProperty = Exclude<Test, { readonly kind: 'rows' }>

function fitsTest(property: Property, test: OfProperty, timeZone: string): Condition {
  const value = sql.raw(property.sql)
  switch (test.kind) {
    case 'number': {
      const comparison = sql.raw(COMPARISONS[test.comparison])
      return sql<boolean>`${value} ${comparison} ${test.value}::bigint`
    }
    case 'instants':
      return between(value, test)
    case 'calendar': {
      const part = sql.raw(test.part)
      const local = sql`${value} at time zone ${timeZone}::text`
      return sql<boolean>`extract(${part} from ${local}) = ${test.value}::int`
    }
    case 'clock':
      return clockCondition(value, test)
    case 'yes':
      return sql<boolean>`${value} = ${test.value}::boolean`
    case 'null':
      return test.value ? sql<boolean>`${value} is null` : sql<boolean>`${value} is not null`
    case 'never':
      return NEVER
    default:
      return fitsText(property, test)
  }
}

const COMPARISONS = { exact: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

function between(
  value: RawBuilder<unknown>,
  { from, until }: { readonly from: Date | null; readonly until: Date | null },
): Condition {
  return all([
    ...(from === null ? [] : [sql<boolean>`${value} >= ${from}::timestamptz`]),
    ...(until === null ? [] : [sql<boolean>`${value} < ${until}::timestamptz`]),
    ...(from === null && until === null ? [sql<boolean>`${value} is not null`] : []),
  ])
}

/** With bounds beside it that an index can answer: no clock is a day away from UTC. */
function clockCondition(
  value: RawBuilder<unknown>,
  { from, to, zone }: Extract<Test, { readonly kind: 'clock' }>,
): Condition {
  const first = Math.max(Date.parse(`${from}Z`) - DAY_MS, EARLIEST)
  const last = Math.min(Date.parse(`${to}Z`) + DAY_MS, LATEST)
  const local = sql`(${value} at time zone ${zone}::text)`
  return all([
    ...(first > EARLIEST ? [sql<boolean>`${value} >= ${new Date(first)}::timestamptz`] : []),
    ...(last < LATEST ? [sql<boolean>`${value} <= ${new Date(last)}::timestamptz`] : []),
    sql<boolean>`${local} between ${from}::timestamp and ${to}::timestamp`,
  ])
}

type TextProperty = {
  readonly sql: string
  readonly lowered?: boolean
  readonly shown?: string
}

function fitsText(whole: TextProperty, test: TextTest): Condition {
  const ofParts = whole.shown !== undefined && (test.kind === 'part' || test.kind === 'words')
  const property = ofParts ? { sql: whole.shown } : whole
  const value = sql.raw(property.sql)
  switch (test.kind) {
    case 'same':
      if (!test.cased) return findsFolded(property, fold(test.text, true), 'whole')
      return all([
        ...byIndex(property, test.text, 'whole'),
        sql<boolean>`${value} = ${test.text}::text`,
      ])
    case 'among': {
      const texts = test.texts.map((text) => sql`${text}::text`)
      return sql<boolean>`${value} in (${sql.join(texts)})`
    }
    case 'part': {
      if (!test.cased) return findsFolded(property, fold(test.text, true), test.at)
      const like = likePattern(test.text, test.at)
      return all([
        ...(test.at === 'start' ? byIndex(property, test.text, 'start') : []),
        sql<boolean>`${value} like ${like}::text`,
      ])
    }
    case 'words': {
      const matches = test.words.map((word) => findsFolded(property, fold(word, false), 'anywhere'))
      return all([sql<boolean>`${value} is not null`, ...matches])
    }
    case 'pattern':
      throw new Error('patterns are not for SQL')
  }
}

/** An index over the lowered text narrows what is looked for as it is written, too. */
function byIndex(
  { sql: text, lowered }: TextProperty,
  value: string,
  place: 'whole' | 'start',
): Condition[] {
  if (lowered !== true) return []
  return [
    findsLowered(
      text,
      value.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
      place,
    ),
  ]
}

type Place = 'whole' | 'start' | 'end' | 'anywhere'

function findsLowered(text: string, value: string, place: Place): Condition {
  const lower = sql`lower(${sql.raw(text)} collate "C")`
  if (place === 'whole') return sql<boolean>`${lower} = ${value}::text`
  return sql<boolean>`${lower} like ${likePattern(value, place)}::text`
}

/** ASCII letters are folded fast; the rest by an expression, in texts that have other letters. */
function findsFolded({ sql: text }: TextProperty, folded: Folded, place: Place): Condition {
  const value = sql.raw(text)
  const ways: Condition[] = []
  if (folded.ascii !== undefined) ways.push(findsLowered(text, folded.ascii, place))
  if (folded.beyond) {
    const start = place === 'whole' || place === 'start' ? '^' : ''
    const end = place === 'whole' || place === 'end' ? '$' : ''
    const expression = `${start}(?:${folded.expression})${end}`
    // Written so that the database expects few of them, which is what an index over them has.
    const other = sql`(octet_length(${value}) > length(${value}))::int = 1`
    ways.push(sql<boolean>`(${other} and ${value} collate "C" ~ ${expression}::text)`)
  }
  return any(ways)
}

function likePattern(text: string, place: Place): string {
  const literal = text.replace(/[\\%_]/g, '\\$&')
  const before = place === 'end' || place === 'anywhere' ? '%' : ''
  const after = place === 'start' || place === 'anywhere' ? '%' : ''
  return before + literal + after
}
