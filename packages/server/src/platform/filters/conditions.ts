/** Filters as conditions in SQL. Values are always parameters. */
import { type Fragment, join, raw, sql } from './fragment.ts'
import { type Folded, fold } from './letters.ts'
import type { Filter, ListTable, Property, Test, TextTest } from './list-table.ts'

const DAY_MS = 86_400_000
const EARLIEST = Date.parse('0001-01-02T00:00:00Z')
const LATEST = Date.parse('9999-12-30T00:00:00Z')
const NEVER = sql`false`
const ALWAYS = sql`true`

const any = (conditions: readonly Fragment[]): Fragment => joined(conditions, ' or ', NEVER)
export const all = (conditions: readonly Fragment[]): Fragment =>
  joined(conditions, ' and ', ALWAYS)

function joined(conditions: readonly Fragment[], separator: string, none: Fragment): Fragment {
  const [only] = conditions
  if (only === undefined) return none
  return conditions.length === 1 ? only : sql`(${join(conditions, separator)})`
}

/** Rows that have one of the values. */
export function conditionOf(
  { properties, id }: ListTable,
  { property, tests }: Filter,
  timeZone: string,
): Fragment {
  const declared = properties[property]
  if (declared === undefined) throw new Error(`no such property: ${property}`)
  const fits = any(
    tests.map((test) =>
      test.kind === 'rows' ? isOneOf(id, test.ids) : fitsTest(declared, test, timeZone),
    ),
  )
  if (declared.many === undefined) return fits
  return sql`exists (select 1 from ${raw(declared.many)} and ${fits})`
}

function isOneOf(id: string, ids: readonly string[]): Fragment {
  return sql`${raw(id)} = any(${ids}::text[])`
}

/** A term of `q` in one of the row's texts. */
export function termCondition({ q }: ListTable, term: string): Fragment {
  const folded = fold(term, true)
  return any(q.map((text) => findsFolded({ sql: text }, folded, 'anywhere')))
}

type OfProperty = Exclude<Test, { readonly kind: 'rows' }>

function fitsTest(property: Property, test: OfProperty, timeZone: string): Fragment {
  const value = raw(property.sql)
  switch (test.kind) {
    case 'number': {
      const comparison = raw(COMPARISONS[test.comparison])
      return sql`${value} ${comparison} ${test.value}::bigint`
    }
    case 'instants':
      return between(value, test)
    case 'calendar': {
      const part = raw(test.part)
      const local = sql`${value} at time zone ${timeZone}::text`
      return sql`extract(${part} from ${local}) = ${test.value}::int`
    }
    case 'clock':
      return clockCondition(value, test)
    case 'yes':
      return sql`${value} = ${test.value}::boolean`
    case 'null':
      return test.value ? sql`${value} is null` : sql`${value} is not null`
    case 'never':
      return NEVER
    default:
      return fitsText(property, test)
  }
}

const COMPARISONS = { exact: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

function between(
  value: Fragment,
  { from, until }: { readonly from: Date | null; readonly until: Date | null },
): Fragment {
  return all([
    ...(from === null ? [] : [sql`${value} >= ${from}::timestamptz`]),
    ...(until === null ? [] : [sql`${value} < ${until}::timestamptz`]),
    ...(from === null && until === null ? [sql`${value} is not null`] : []),
  ])
}

/** With additional bounds that an index can use: no clock differs from UTC by a day. */
function clockCondition(
  value: Fragment,
  { from, to, zone }: Extract<Test, { readonly kind: 'clock' }>,
): Fragment {
  const first = Math.max(Date.parse(`${from}Z`) - DAY_MS, EARLIEST)
  const last = Math.min(Date.parse(`${to}Z`) + DAY_MS, LATEST)
  const local = sql`(${value} at time zone ${zone}::text)`
  return all([
    ...(first > EARLIEST ? [sql`${value} >= ${new Date(first)}::timestamptz`] : []),
    ...(last < LATEST ? [sql`${value} <= ${new Date(last)}::timestamptz`] : []),
    sql`${local} between ${from}::timestamp and ${to}::timestamp`,
  ])
}

type TextProperty = {
  readonly sql: string
  readonly lowered?: boolean
  readonly shown?: string
}

function fitsText(whole: TextProperty, test: TextTest): Fragment {
  const ofParts = whole.shown !== undefined && (test.kind === 'part' || test.kind === 'words')
  const property = ofParts ? { sql: whole.shown } : whole
  const value = raw(property.sql)
  switch (test.kind) {
    case 'same':
      if (!test.cased) return findsFolded(property, fold(test.text, true), 'whole')
      return all([...byIndex(property, test.text, 'whole'), sql`${value} = ${test.text}::text`])
    case 'among': {
      const texts = test.texts.map((text) => sql`${text}::text`)
      return sql`${value} in (${join(texts, ', ')})`
    }
    case 'part': {
      if (!test.cased) return findsFolded(property, fold(test.text, true), test.at)
      const like = likePattern(test.text, test.at)
      return all([
        ...(test.at === 'start' ? byIndex(property, test.text, 'start') : []),
        sql`${value} like ${like}::text`,
      ])
    }
    case 'words': {
      const matches = test.words.map((word) => findsFolded(property, fold(word, false), 'anywhere'))
      return all([sql`${value} is not null`, ...matches])
    }
    case 'pattern':
      throw new Error('patterns are not for SQL')
  }
}

/** An index over the lowered text also narrows case-sensitive searches. */
function byIndex(
  { sql: text, lowered }: TextProperty,
  value: string,
  place: 'whole' | 'start',
): Fragment[] {
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

function findsLowered(text: string, value: string, place: Place): Fragment {
  const lower = sql`lower(${raw(text)} collate "C")`
  if (place === 'whole') return sql`${lower} = ${value}::text`
  return sql`${lower} like ${likePattern(value, place)}::text`
}

/** ASCII letters are folded fast; an expression handles texts with other letters. */
function findsFolded({ sql: text }: TextProperty, folded: Folded, place: Place): Fragment {
  const value = raw(text)
  const ways: Fragment[] = []
  if (folded.ascii !== undefined) ways.push(findsLowered(text, folded.ascii, place))
  if (folded.beyond) {
    const start = place === 'whole' || place === 'start' ? '^' : ''
    const end = place === 'whole' || place === 'end' ? '$' : ''
    const expression = `${start}(?:${folded.expression})${end}`
    // Written so that the database expects few of them, as is true with an index over them.
    const other = sql`(octet_length(${value}) > length(${value}))::int = 1`
    ways.push(sql`(${other} and ${value} collate "C" ~ ${expression}::text)`)
  }
  return any(ways)
}

function likePattern(text: string, place: Place): string {
  const literal = text.replace(/[\\%_]/g, '\\$&')
  const before = place === 'end' || place === 'anywhere' ? '%' : ''
  const after = place === 'start' || place === 'anywhere' ? '%' : ''
  return before + literal + after
}
