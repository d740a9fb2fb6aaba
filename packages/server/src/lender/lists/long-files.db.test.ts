// Files of 100,000 rows: read as they are taken, cut where the reader goes, in the log either way.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { limits } from '@svc/api'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { lenderKey } from '../../../../../test/fixtures/lender.ts'
import { createScenario } from '../../../../../test/fixtures/scenario.ts'
import { openTestDatabase, type TestDatabase } from '../../../../../test/fixtures/test-database.ts'
import { serviceOn } from '../../../../../test/fixtures/test-service.ts'
import { until } from '../../../../../test/shop.ts'
import { createApp } from '../../composition/app.ts'

const ACCOUNT = 'buyer_receivable'
const AMOUNT = 10_000
/** Beginnings that spreadsheets take for a formula: each in the name of a store. */
const BEGINNINGS = ['=', '+', '-', '@', '\t']
/** With each statement. */
const ROWS_AT_ONCE = 1_000

let place: TestDatabase
let app: ReturnType<typeof createApp>
let privateKey: string
/** How often rows have been read. */
let searches = 0

const run = (statement: string, values: readonly unknown[] = []) =>
  place.database.query<AnyRow>(statement, [...values])
const rowsOf = async () =>
  Number(
    (await run(`SELECT count(*) FROM ledger_postings WHERE '${ACCOUNT}' IN (debit, credit)`))[0]
      ?.count,
  )

/** So many at once that a busy machine has the time. */
const PLANTED_AT_ONCE = 20_000

async function plant(count: number): Promise<void> {
  for (let left = count; left > 0; left -= PLANTED_AT_ONCE) {
    await plantSome(Math.min(left, PLANTED_AT_ONCE))
  }
}

async function plantSome(count: number): Promise<void> {
  await run(
    `INSERT INTO ledger_postings (store_id, order_id, sequence, number, debit, credit, amount)
     SELECT p.store_id, p.order_id, p.sequence, m.number + n, p.debit, p.credit, n
     FROM (SELECT DISTINCT ON (store_id) * FROM ledger_postings WHERE debit = '${ACCOUNT}'
         ORDER BY store_id, sequence, number) p
       CROSS JOIN LATERAL (SELECT max(number) AS number FROM ledger_postings x
         WHERE (x.store_id, x.order_id, x.sequence) = (p.store_id, p.order_id, p.sequence)) m
       CROSS JOIN generate_series(1, $1::int) n
     ORDER BY n, p.store_id LIMIT $1`,
    [count],
  )
}

before(async () => {
  place = await openTestDatabase({ planted: true })
  for (const beginning of BEGINNINGS) {
    const shop = await createScenario(place.database)
    await shop.capture(await shop.confirmed(AMOUNT), AMOUNT)
    const name = `${beginning}HYPERLINK("x")`
    await run('UPDATE stores SET name = $1 WHERE id = $2', [name, shop.caller.store.id])
  }
  await plant(limits.exportRowsMax - (await rowsOf()))
  privateKey = (await lenderKey(place.database)).text
  const { database } = place
  app = createApp(
    serviceOn({
      ...database,
      search(...statement) {
        searches += 1
        return database.search(...statement)
      },
    }),
  )
  app.server.listen(0, '127.0.0.1')
  await once(app.server, 'listening')
})
after(async () => {
  app.server.close()
  app.server.closeAllConnections()
  await place.stop()
})

async function ask(): Promise<IncomingMessage> {
  const request = get({
    ...{ host: '127.0.0.1', port: (app.server.address() as AddressInfo).port },
    path: `/lender/accounts/${ACCOUNT}/entries.csv`,
    headers: {
      accept: 'application/vnd.svc.sandbox.v1+json',
      authorization: `Bearer ${privateKey}`,
    },
  })
  const [response] = await once(request, 'response')
  return response
}

/** The log's record of the requested file, by its state. */
async function logged({ headers }: IncomingMessage): Promise<Record<string, unknown>[]> {
  const rows = await run(
    `SELECT changes FROM actions WHERE action = 'list.export' AND request_id = $1
     ORDER BY changes #>> '{state,new}'`,
    [headers['x-request-id']],
  )
  return rows.map(({ changes }) =>
    Object.fromEntries(Object.entries<AnyRow>(changes).map(([name, each]) => [name, each.new])),
  )
}

test('a file of 100,000 rows has them all, no formula, and its hash in the log', async () => {
  const response = await ask()
  assert.equal(response.statusCode, 200)
  const hash = createHash('sha256')
  let text = ''
  for await (const part of response) {
    hash.update(part)
    text += part
  }
  assert.ok(response.complete)
  // No cell of this list has a line break of its own.
  const [header, ...lines] = text.split('\r\n').slice(0, -1)
  assert.match(header ?? '', /^created,store_id,store_name,/)
  assert.equal(lines.length, limits.exportRowsMax)
  assert.equal(new Set(lines).size, lines.length, 'each of them once')
  const names = new Set(lines.map((line) => line.split(',')[2]))
  const safe = BEGINNINGS.map((beginning) => `"'${beginning}HYPERLINK(""x"")"`)
  assert.deepEqual([...names].toSorted(), safe.toSorted())
  const of = { list: `accounts/${ACCOUNT}/entries`, filters: '', rows: limits.exportRowsMax }
  assert.deepEqual(await logged(response), [
    { ...of, state: 'begun' },
    { ...of, state: 'whole', sha256: hash.digest('hex') },
  ])
})

test('an abandoned file is read no further, and the log shows how much was sent', async () => {
  searches = 0
  const response = await ask()
  await once(response, 'readable')
  response.destroy()
  await until(async () => (await logged(response)).length === 2, 'the end of the file')
  const [begun, cut] = await logged(response)
  assert.deepEqual([begun?.state, cut?.state, cut?.sha256], ['begun', 'cut', undefined])
  // The log has the end after the last statement: no other follows.
  const parts = limits.exportRowsMax / ROWS_AT_ONCE
  assert.ok(searches < parts, `${searches} statements for some of ${parts} parts`)
  assert.ok(Number(cut?.bytes) < searches * ROWS_AT_ONCE * 400, `${cut?.bytes} bytes`)
})

test('more rows than a file holds are refused, and nothing is logged', async () => {
  await plant(1)
  const response = await ask()
  const { error } = JSON.parse((await response.toArray()).join(''))
  assert.deepEqual([response.statusCode, error.code], [400, 'query_invalid'])
  assert.deepEqual(error.fields.rows, ['are 100001 by these filters, and a file holds 100000'])
  assert.deepEqual(await logged(response), [])
})
