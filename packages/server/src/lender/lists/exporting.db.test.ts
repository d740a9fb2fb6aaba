// Lists of the lender as files: what the list says, no formula, bounded, and in the log. Long ones:
// long-files.db.test.ts.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, test } from 'node:test'
import { limits } from '@svc/api'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { colleague } from '../../../../../test/fixtures/colleagues.ts'
import { lenderClient, realWriting } from '../../../../../test/fixtures/lender.ts'
import { readCsv } from '../../../../../test/fixtures/read-csv.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { testDesk } from '../../../../../test/fixtures/test-desk.ts'
import type { Json, TestService } from '../../../../../test/fixtures/test-service.ts'
import { placeEvents } from '../../outbound/placing/place-events.ts'
import { makePayouts } from '../../settlement/payouts/make-payouts.ts'
import type { LenderCaller } from '../../tenancy/caller/context.ts'
import { listFile, refuseTooMany } from './exporting.ts'

const place = ownDatabase()
let shop: Scenario
let send: TestService['send']
const run = (statement: string) => place.database.query<AnyRow>(statement, [])

before(async () => {
  const { database } = place
  shop = await createScenario(database)
  const key = { storeId: shop.caller.store.id, sandbox: true }
  for (const amount of [30_000, 45_000]) await shop.capture(await shop.confirmed(amount), amount)
  await placeEvents({ ...shop.writing, database }, key)
  await makePayouts(shop.writing, key, 'by hand')
  await run(`UPDATE stores SET name = '=HYPERLINK("x")'`)
  send = await lenderClient(database)
})

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
/** Whatever the zone, and if midnight passes meanwhile. */
const from = `from=${dayIn(-2)}&to=${dayIn(2)}`
const statement = () => `/lender/statements/${shop.caller.store.id}`
/** Each file, the list that it is of, and the name by which the log knows it. */
const files = () =>
  [
    { file: '/lender/loans.csv', list: '/lender/loans', name: 'loans' },
    ...['orders', 'people', 'decisions'].map((name) => ({
      ...{ file: `/lender/${name}.csv`, list: `/lender/${name}`, name },
    })),
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
  const [whole = ''] = Object.keys(row).filter((name) => column.startsWith(`${name}_`))
  const value = column in row ? row[column] : row[whole]?.[column.slice(whole.length + 1)]
  return Array.isArray(value) ? value.join(' ') : String(value ?? '')
}

test('a file has the rows of the list, in whole minor units, and no formula', async () => {
  for (const { file, list } of files()) {
    const { status, body, headers } = await send('GET', file)
    assert.equal(status, 200, JSON.stringify(body))
    assert.match(String(headers['content-disposition']), /^attachment; filename="\w+\.csv"$/)
    const [columns = [], ...rows] = readCsv(body)
    const { body: listed } = await send('GET', list)
    assert.equal(rows.length, listed.paging.count, file)
    const expected = listed.results.map((row: Json) =>
      columns.map((name) => memberOf(row, name).replace(/^[=+]/, "'$&")),
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

test('the log records who downloaded which file, its rows and its SHA-256', async () => {
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

test('a caller without permission to read a list cannot download its file', async () => {
  const desks = testDesk(place.database, { now: () => new Date() })
  const collections = await colleague(desks, 'collections')
  assert.equal((await collections.send('GET', '/lender/payouts')).status, 403)
  const own = await lenderClient(place.database, { scopes: ['exports:write', 'loans:read'] })
  const theirs = new Set(['/lender/loans.csv', '/lender/orders.csv', '/lender/people.csv'])
  for (const { file } of files().filter((each) => !theirs.has(each.file))) {
    const refused = await collections.send('GET', file)
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'permission_missing'], file)
    assert.equal((await own('GET', file)).body.error.code, 'scope_missing')
  }
  assert.equal((await own('GET', '/lender/loans.csv')).status, 200)
  assert.equal((await own('GET', '/lender/orders.csv')).status, 200)
  assert.equal((await own('GET', '/lender/people.csv')).body.error.code, 'scope_missing')
})

/** A file of three parts, for as long as its reader may read. */
function longFile(list: string, reader: string, mayStill = async () => true) {
  const caller: LenderCaller = {
    principal: { kind: 'lender_person', id: reader, name: reader },
    holders: ['auditor'],
    permissions: new Set(),
    sandbox: true,
  }
  const ids = Array.from({ length: 3_000 }, (_, index) => String(index))
  const read = async (some: readonly string[]) => some.map((id) => ({ id }))
  const exporting = { writing: realWriting(place.database), mayStill }
  return listFile(exporting, caller, { list, filters: '', columns: ['id'], ids, read })
}

const statesOf = async (list: string) =>
  (
    await run(
      `SELECT changes #>> '{state,new}' AS state FROM actions
       WHERE action = 'list.export' AND changes #>> '{list,new}' = '${list}' ORDER BY 1`,
    )
  ).map(({ state }) => state)

test('a caller has four long files open, and a fifth leaves nothing in the log', async () => {
  const begin = async (list: string, reader: string) => {
    const file = longFile(list, reader)[Symbol.asyncIterator]()
    assert.equal((await file.next()).done, false)
    return file
  }
  const open = await Promise.all([1, 2, 3, 4].map(() => begin('four', 'ada')))
  await assert.rejects(begin('fifth', 'ada'), { code: 'rate_limited' })
  assert.deepEqual(await statesOf('fifth'), [])
  open.push(await begin('other', 'ben'))
  for (const file of open) await file.return?.()
  assert.deepEqual(await statesOf('other'), ['begun', 'cut'])
  open.push(await begin('fifth', 'ada'))
  await open.at(-1)?.return?.()
})

test('a caller who loses access gets no further part of a file', async () => {
  let isRevoked = false
  const parts: string[] = []
  const reading = async () => {
    for await (const part of longFile('revoked', 'ada', async () => !isRevoked)) {
      parts.push(part)
      isRevoked = true
    }
  }
  await assert.rejects(reading(), { code: 'session_ended' })
  assert.deepEqual([parts.length, await statesOf('revoked')], [1, ['begun', 'cut']])
})

test('a file holds a hundred thousand rows, and not one more', () => {
  refuseTooMany(limits.exportRowsMax)
  assert.throws(() => refuseTooMany(limits.exportRowsMax + 1), /query_invalid/)
})
