import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refused } from '../refusal.ts'
import type { ListTable, Test } from './list-table.ts'
import { readListQuery } from './read-list-query.ts'

const table: ListTable = {
  properties: {
    mid: { kind: 'text', sql: 't.mid' },
    'customer-document_id-number': { kind: 'text', sql: 't.document', nullable: true },
    'account-type': {
      kind: 'text',
      sql: 't.type',
      nullable: true,
      synonyms: { g: 'guest', n: 'new' },
    },
    total_amount: { kind: 'number', sql: 't.total', decimal: true },
    'account-gender': { kind: 'number', sql: 't.gender', decimal: false, nullable: true },
    created: { kind: 'date', sql: 't.created' },
    partial: { kind: 'boolean', sql: 't.partial' },
  },
  orderings: { total_amount: 't.total', created: 't.created', 'account-created': 't.joined' },
  q: ['t.name'],
  created: 't.created',
  id: 't.id',
}
const timeZone = 'Europe/Madrid'
const read = (query: string) => readListQuery(table, new URLSearchParams(query), { timeZone })

function testOf(query: string): Test | undefined {
  const { filters } = read(query)
  assert.equal(filters.length, 1)
  return filters[0]?.tests[0]
}

const date = (text: string | null) => (text === null ? null : new Date(text))
const instants = (from: string | null, until: string | null): Test => ({
  kind: 'instants',
  from: date(from),
  until: date(until),
})
const text = (kind: 'same' | 'part', more: object) => ({ kind, ...more }) as Test

const readable: readonly (readonly [query: string, expected: Test])[] = [
  ['mid=a', text('same', { text: 'a', cased: true })],
  ['mid=', text('same', { text: '', cased: true })],
  ['mid-exact=a', text('same', { text: 'a', cased: true })],
  ['mid-iexact=A', text('same', { text: 'A', cased: false })],
  ['mid-contains=%25', text('part', { text: '%', cased: true, at: 'anywhere' })],
  ['mid-icontains=a', text('part', { text: 'a', cased: false, at: 'anywhere' })],
  ['mid-startswith=a', text('part', { text: 'a', cased: true, at: 'start' })],
  ['mid-iendswith=a', text('part', { text: 'a', cased: false, at: 'end' })],
  ['mid-in=a,b,', { kind: 'among', texts: ['a', 'b', ''] }],
  ['mid-in=', { kind: 'among', texts: [''] }],
  ['mid-search=+a++b ', { kind: 'words', words: ['a', 'b'] }],
  ['mid-regex=^a?b', { kind: 'pattern', pattern: '^a?b', cased: true }],
  ['mid-iregex=(a%2B)%2B$', { kind: 'pattern', pattern: '(a+)+$', cased: false }],
  ['customer-document_id-number=1', text('same', { text: '1', cased: true })],
  ['customer-document_id-number-isnull=YES', { kind: 'null', value: true }],
  ['customer-document_id-number-isnull=0', { kind: 'null', value: false }],
  ['account-type=g', text('same', { text: 'guest', cased: true })],
  ['account-type=guest', text('same', { text: 'guest', cased: true })],
  ['account-type-in=g,new', { kind: 'among', texts: ['guest', 'new'] }],
  ['total_amount=1250', { kind: 'number', comparison: 'exact', value: 1250n }],
  ['total_amount-gte=-1', { kind: 'number', comparison: 'gte', value: -1n }],
  [
    'total_amount-lt=9223372036854775807',
    { kind: 'number', comparison: 'lt', value: 9223372036854775807n },
  ],
  ['total_amount-isnull=no', { kind: 'null', value: false }],
  ['partial=True', { kind: 'yes', value: true }],
  ['partial-exact=no', { kind: 'yes', value: false }],
  // Days of 23, 24 and 25 hours.
  ['created=2026-03-29', instants('2026-03-28T23:00Z', '2026-03-29T22:00Z')],
  ['created-gt=2026-03-29', instants('2026-03-29T22:00Z', null)],
  ['created-gte=2026-03-29', instants('2026-03-28T23:00Z', null)],
  ['created-lt=2026-10-25', instants(null, '2026-10-24T22:00Z')],
  ['created-lte=2026-10-25', instants(null, '2026-10-25T23:00Z')],
  ['created-gt=2026-11-21T10:00:00', instants('2026-11-21T09:00:00.001Z', null)],
  ['created-gte=2026-11-21T10:00:00Z', instants('2026-11-21T10:00Z', null)],
  ['created-gte=2026-11-21T10:00:00%2B02:00', instants('2026-11-21T08:00Z', null)],
  ['created-gte=2026-11-21T10:00:00+02:00', instants('2026-11-21T08:00Z', null)],
  ['created-gte=2026-11-21+10:00', instants('2026-11-21T09:00Z', null)],
  [
    'created=2026-11-21T10:00:00.123000Z',
    instants('2026-11-21T10:00:00.123Z', '2026-11-21T10:00:00.124Z'),
  ],
  ['created=2026-11-21T10:00:00.1235Z', { kind: 'never' }],
  ['created-gte=2026-11-21T10:00:00.1235Z', instants('2026-11-21T10:00:00.124Z', null)],
  ['created-lt=2026-11-21T10:00:00.1235Z', instants(null, '2026-11-21T10:00:00.124Z')],
  ['created-year=2026', instants('2025-12-31T23:00Z', '2026-12-31T23:00Z')],
  ['created-month=3', { kind: 'calendar', part: 'month', value: 3 }],
  ['created-day=31', { kind: 'calendar', part: 'day', value: 31 }],
  ['created-hour=0', { kind: 'calendar', part: 'hour', value: 0 }],
  ['created-week_day=SunDay', { kind: 'calendar', part: 'isodow', value: 7 }],
  [
    'created-startswith=2026-1',
    {
      kind: 'clock',
      from: '2026-10-01T00:00:00.000000',
      to: '2026-12-31T23:59:59.999999',
      zone: 'UTC',
    },
  ],
  [
    'created-startswith=2028-02-2',
    {
      kind: 'clock',
      from: '2028-02-20T00:00:00.000000',
      to: '2028-02-29T23:59:59.999999',
      zone: 'UTC',
    },
  ],
  [
    'created-startswith=2026-11-21+1',
    {
      kind: 'clock',
      from: '2026-11-21T10:00:00.000000',
      to: '2026-11-21T19:59:59.999999',
      zone: 'UTC',
    },
  ],
  [
    'created-startswith=0',
    {
      kind: 'clock',
      from: '0001-01-01T00:00:00.000000',
      to: '0999-12-31T23:59:59.999999',
      zone: 'UTC',
    },
  ],
  ['created-startswith=2026-02-3', { kind: 'never' }],
  ['created-startswith=2026-2', { kind: 'never' }],
]

for (const [query, expected] of readable) {
  test(`?${query} is understood`, () => assert.deepEqual(testOf(query), expected))
}

const long = 'a'.repeat(256)
const many = (count: number, name = 'mid') => Array.from({ length: count }, () => `${name}=a`)
const refused: readonly (readonly [query: string, fields: readonly string[], says: RegExp])[] = [
  ['nothing=1', ['nothing'], /not a parameter/],
  ['__proto__=1', ['__proto__'], /not a parameter/],
  ['constructor-exact=1', ['constructor-exact'], /not a parameter/],
  ['mid-constructor=1', ['mid-constructor'], /not a lookup of mid, which has: exact, iexact/],
  ['mid-=1', ['mid-'], /not a lookup/],
  ['-mid=1', ['-mid'], /not a parameter/],
  ['mid-gt=1', ['mid-gt'], /not a lookup/],
  ['mid-isnull=yes', ['mid-isnull'], /not a lookup/],
  ['account-type-isnull=maybe', ['account-type-isnull'], /must be yes or no/],
  ['total_amount=12.50', ['total_amount'], /12\.50 is written 1250/],
  ['total_amount=', ['total_amount'], /integer/],
  ['total_amount=1e3', ['total_amount'], /integer/],
  ['total_amount=01', ['total_amount'], /integer/],
  ['total_amount-gt=9223372036854775808', ['total_amount-gt'], /at most/],
  [`total_amount-gt=${'9'.repeat(5_000)}`, ['total_amount-gt'], /at most/],
  ['total_amount-in=1,2', ['total_amount-in'], /not a lookup/],
  ['account-gender=x', ['account-gender'], /whole number/],
  ['created=2026-02-30', ['created'], /must be a date/],
  ['created-gt=yesterday', ['created-gt'], /must be a date/],
  ['created-month=13', ['created-month'], /from 1 to 12/],
  ['created-hour=24', ['created-hour'], /from 0 to 23/],
  ['created-year=0', ['created-year'], /from 1 to 9999/],
  ['created-week_day=lunes', ['created-week_day'], /monday/],
  ['created-startswith=21/11', ['created-startswith'], /beginning of a date/],
  ['partial=x', ['partial'], /yes or no/],
  ['partial-gt=1', ['partial-gt'], /not a lookup/],
  ['mid=a%00', ['mid'], /U\+0000/],
  ['mid-regex=a%00', ['mid-regex'], /U\+0000/],
  ['q=a%00', ['q'], /U\+0000/],
  [`mid=${long}`, ['mid'], /at most 255/],
  [`q=${long}`, ['q'], /at most 255/],
  [`mid-in=${Array.from({ length: 101 }, (_, index) => index)}`, ['mid-in'], /at most 100/],
  ['q=a&q=b', ['q'], /once/],
  ['ordering=created&ordering=created', ['ordering'], /once/],
  ['ordering=mid', ['ordering'], /"mid" is not one of/],
  ['ordering=--created', ['ordering'], /not one of/],
  ['ordering=created,', ['ordering'], /not one of/],
  ['ordering=created,-created', ['ordering'], /twice/],
  [many(21).join('&'), ['mid'], /at most 20 filters/],
  ['page=0&page_size=101&mid-no=1&created=x', ['created', 'mid-no', 'page', 'page_size'], /./],
  ['mid-regex=(?=a)', ['mid-regex'], /RE2/],
  ['mid-regex=(a)%5C1', ['mid-regex'], /RE2/],
  ['mid-regex=((a{100}){100}){100}', ['mid-regex'], /RE2/],
  [`mid-regex=${'a{1000}'.repeat(11)}`, ['mid-regex'], /repeats too much/],
  [`mid-regex=${'a'.repeat(10_000)}`, ['mid-regex'], /at most 256/],
]

for (const [query, names, says] of refused) {
  test(`?${query.slice(0, 70)} is refused, naming ${names.join(' and ')}`, () => {
    assert.throws(
      () => read(query),
      (error) => {
        assert.ok(error instanceof Refused)
        assert.equal(error.code, 'query_invalid')
        const fields = error.detail.fields ?? {}
        assert.deepEqual(Object.keys(fields).sort(), names)
        for (const name of names) assert.match(String(fields[name]), says)
        return true
      },
    )
  })
}

test('after the last day of the last year there is nothing, whatever the time zone', () => {
  const query = new URLSearchParams('created-gt=9999-12-31&created-lte=9999-12-31')
  const { filters } = readListQuery(table, query, { timeZone: 'America/New_York' })
  assert.deepEqual(
    filters.map(({ tests }) => tests),
    [[{ kind: 'never' }], [instants(null, null)]],
  )
})

test('repeated parameters are alternatives, different ones are combined', () => {
  const { filters } = read('mid=a&total_amount-gt=1&mid=b')
  assert.deepEqual(
    filters.map(({ name, tests }) => [name, tests.length]),
    [
      ['mid', 2],
      ['total_amount-gt', 1],
    ],
  )
  assert.equal(read(many(20).join('&')).filters[0]?.tests.length, 20)
})

test('terms of q are split on blanks and commas, and the order is read with its directions', () => {
  const query = read('q=+ada,%20lovelace,,ada%09x&ordering=-total_amount,created&page=3')
  assert.deepEqual(query.terms, ['ada', 'lovelace', 'x'])
  assert.deepEqual(query.ordering, [
    { field: 'total_amount', descending: true },
    { field: 'created', descending: false },
  ])
  assert.deepEqual([query.page, query.pageSize], [3, 25])
  assert.deepEqual(read('').ordering, [])
})
