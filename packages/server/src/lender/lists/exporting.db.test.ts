// Lists of the lender as files: what the list says, no formula, bounded, and in the log. Long ones:
// long-files.db.test.ts.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { limits } from '@svc/api'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { colleague } from '../../../../../test/fixtures/colleagues.ts'
import { lenderClient } from '../../../../../test/fixtures/lender.ts'
import { readCsv } from '../../../../../test/fixtures/read-csv.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { openTestDatabase, type TestDatabase } from '../../../../../test/fixtures/test-database.ts'
import { testDesk } from '../../../../../test/fixtures/test-desk.ts'
import type { Json, TestService } from '../../../../../test/fixtures/test-service.ts'
import { placeEvents } from '../../outbound/placing/place-events.ts'
import { makePayouts } from '../../settlement/payouts/make-payouts.ts'
import { refuseTooMany } from './exporting.ts'

let place: TestDatabase
let shop: Scenario
let send: TestService['send']
const run = (statement: string) => place.database.query<AnyRow>(statement, [])

before(async () => {
  place = await openTestDatabase()
  const { database } = place
  shop = await createScenario(database)
  const key = { storeId: shop.caller.store.id, sandbox: true }
  for (const amount of [30_000, 45_000]) await shop.capture(await shop.confirmed(amount), amount)
  await placeEvents({ ...shop.writing, database }, key)
  await makePayouts(shop.writing, key, 'by hand')
  await run(`UPDATE stores SET name = '=HYPERLINK("x")'`)
  send = await lenderClient(database)
})
after(() => place.stop())

const year = new Date().getUTCFullYear()
const from = `from=${year}-01-01&to=${year}-12-31`
const statement = () => `/lender/statements/${shop.caller.store.id}`
/** Each file, the list that it is of, and the name by which the log knows it. */
const files = () =>
  [
    { file: '/lender/loans.csv', list: '/lender/loans', name: 'loans' },
    { file: '/lender/payouts.csv', list: '/lender/payouts', name: 'payouts' },
    {
      file: '/lender/accounts/cash/entries.csv',
      list: '/lender/accounts/cash/entries',
      name: 'accounts/cash/entries',
    },
    {
      file: '/lender/accounts/buyer_receivable/entries.csv',
      list: '/lender/accounts/buyer_receivable/entries',
      name: 'accounts/buyer_receivable/entries',
    },
  ] as const

/** A member of an answer by the name of a column: `store_id` is `store.id`. */
function memberOf(row: Json, column: string): string {
  const nested = column.startsWith('store_') ? row.store[column.slice(6)] : row[column]
  return nested === null || nested === undefined ? '' : String(nested)
}

test('a file has what the list has, in whole minor units, and no formula', async () => {
  for (const { file, list } of files()) {
    const { status, body, headers } = await send('GET', file)
    assert.equal(status, 200, JSON.stringify(body))
    assert.match(String(headers['content-disposition']), /^attachment; filename="\w+\.csv"$/)
    const [columns = [], ...rows] = readCsv(body)
    const { body: listed } = await send('GET', list)
    assert.equal(rows.length, listed.paging.count, file)
    const expected = listed.results.map((row: Json) =>
      columns.map((name) => memberOf(row, name).replace(/^=/, "'=")),
    )
    assert.deepEqual(rows, expected)
    assert.ok(!/(^|,|")=/m.test(body), body)
  }
})

test('it is filtered and ordered as the list, and has no pages', async () => {
  const { body } = await send('GET', '/lender/loans.csv?ordering=created&store-name-contains=HYPER')
  const [columns = [], ...rows] = readCsv(body)
  const at = columns.indexOf('created')
  const times = rows.map((row) => row[at] ?? '')
  assert.deepEqual([times.length, times], [2, times.toSorted()])
  assert.equal(readCsv((await send('GET', '/lender/loans.csv?currency=USD')).body).length, 1)
  for (const query of ['page=2', 'page_size=5', 'nothing=1']) {
    const reply = await send('GET', `/lender/loans.csv?${query}`)
    assert.deepEqual([reply.status, reply.body.error.code], [400, 'query_invalid'], query)
  }
  const none = await send('GET', '/lender/accounts/none/entries.csv')
  assert.deepEqual([none.status, none.body.error.code], [404, 'account_not_found'])
})

test('a statement is the file that the store has', async () => {
  const { body } = await send('GET', `${statement()}/statement.csv?${from}`)
  const rows = readCsv(body)
  const { body: said } = await send('GET', `${statement()}?${from}`)
  assert.equal(rows.length, 3 + 3, 'a header, two balances, two captures and a payout')
  assert.equal(Number(rows.at(-1)?.at(-1)), said.closing_balance / 100)
  const missing = await send('GET', `/lender/statements/${'0'.repeat(32)}/statement.csv?${from}`)
  assert.deepEqual([missing.status, missing.body.error.code], [404, 'store_not_found'])
  const faulty = await send('GET', `${statement()}/statement.csv`)
  assert.deepEqual([faulty.status, faulty.body.error.code], [400, 'query_invalid'])
})

test('the log says who took which file, its rows and its SHA-256', async () => {
  const query = 'ordering=-created'
  const { body } = await send('GET', `/lender/payouts.csv?${query}`)
  const [row] = await run(
    `SELECT * FROM actions WHERE action = 'list.export'
       AND changes #>> '{filters,new}' = '${query}'`,
  )
  const sha256 = createHash('sha256').update(body).digest('hex')
  const { list, filters, rows, state, sha256: said } = row?.changes ?? {}
  assert.deepEqual(
    [list?.new, filters?.new, rows?.new, state?.new, said?.new, row?.principal_kind, row?.mode],
    ['payouts', query, 1, 'whole', sha256, 'lender_key', 'sandbox'],
  )
})

test('a caller who may not read a list gets no file of it', async () => {
  const desks = testDesk(place.database, { now: () => new Date() })
  const collections = await colleague(desks, 'collections')
  assert.equal((await collections.send('GET', '/lender/payouts')).status, 403)
  const own = await lenderClient(place.database, { scopes: ['exports:write', 'loans:read'] })
  for (const { file } of files().slice(1)) {
    const refused = await collections.send('GET', file)
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'permission_missing'], file)
    assert.equal((await own('GET', file)).body.error.code, 'scope_missing')
  }
  assert.equal((await own('GET', '/lender/loans.csv')).status, 200)
})

test('a file holds a hundred thousand rows, and not one more', () => {
  refuseTooMany(limits.exportRowsMax)
  assert.throws(() => refuseTooMany(limits.exportRowsMax + 1), /query_invalid/)
})
