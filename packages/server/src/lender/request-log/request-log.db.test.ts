// Requests are found again: all by the lender, its own by a store, secrets by nobody.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Colleague, colleague } from '../../../../../test/fixtures/colleagues.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { openTestDatabase, type TestDatabase } from '../../../../../test/fixtures/test-database.ts'
import { type TestDesk, testDesk } from '../../../../../test/fixtures/test-desk.ts'
import { type Json, serviceOn } from '../../../../../test/fixtures/test-service.ts'
import { createMetrics } from '../../platform/metrics/metrics.ts'
import { createVault } from '../../platform/secrets/vault.ts'
import { systemClock } from '../../platform/time/clock.ts'
import type { NewEntry } from './entry.ts'
import { createRequestLog, type RequestLog } from './keeping.ts'
import { forgetRequests } from './store.ts'

let place: TestDatabase
let requestLog: RequestLog
let desks: TestDesk
let shop: Scenario
let other: Scenario
let admin: Colleague
before(async () => {
  place = await openTestDatabase()
  requestLog = createRequestLog({ ...serviceOn(place.database), on: true })
  desks = testDesk(place.database, systemClock, { requestLog })
  shop = await createScenario(place.database)
  other = await createScenario(place.database)
  admin = await colleague(desks, 'admin')
})
after(async () => {
  await desks.settled()
  await place.stop()
})

async function ask(
  of: Pick<Scenario, 'privateKey'>,
  method: string,
  path: string,
  sent: { readonly body?: object; readonly headers?: Record<string, string> } = {},
) {
  const { status, headers, text } = await desks.transport({
    ...{ method, path, body: sent.body && JSON.stringify(sent.body) },
    headers: {
      ...{ accept: 'application/vnd.svc.sandbox.v1+json', 'content-type': 'application/json' },
      ...{ authorization: `Bearer ${of.privateKey}`, ...sent.headers },
    },
  })
  return {
    status,
    id: headers.get('x-request-id') ?? '',
    body: text === '' ? null : JSON.parse(text),
  }
}

/** All entries, including the current requests. */
async function ownLog(of: Pick<Scenario, 'privateKey'>, query = ''): Promise<Json[]> {
  await requestLog.settled()
  const { status, body } = await ask(of, 'GET', `/me/api-log?page_size=100&${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.results
}

async function wholeLog(query: string): Promise<Json[]> {
  await requestLog.settled()
  const { body } = await admin.send('GET', `/lender/requests?page_size=100&${query}`)
  return body.results
}

test('a request is found by its id: route, result, caller and the order it touched', async () => {
  const order = await shop.confirmed(50_000)
  const key = `capture of ada@example.com ${order.id}`
  const path = `/orders/${order.id}/captures`
  const headers = { 'idempotency-key': key }
  const done = await ask(shop, 'POST', path, { body: { amount: 1_000 }, headers })
  const again = await ask(shop, 'POST', path, { body: { amount: 1_000 }, headers })
  const refused = await ask(shop, 'POST', path, { body: { amount: 90_000 } })
  assert.deepEqual([done.status, again.status, refused.status], [200, 200, 400])
  const [entry] = await ownLog(shop, `id=${done.id}`)
  const [key1] = await place.database.query<{ id: string }>(
    `SELECT id FROM api_keys WHERE store_id = $1 AND kind = 'private'`,
    [shop.caller.store.id],
  )
  assert.deepEqual(
    [entry.method, entry.route, entry.status, entry.code, entry.order_id, entry.principal],
    [
      ...['POST', '/orders/:orderId/captures', 200, null, order.id],
      { kind: 'store_key', id: key1?.id },
    ],
  )
  assert.ok(entry.ms >= 0)
  const same = await ownLog(shop, `idempotency_hash=${entry.idempotency_hash}`)
  assert.deepEqual(new Set(same.map(({ id }) => id)), new Set([done.id, again.id]))
  const [failed] = await ownLog(shop, 'code=amount_exceeds_remaining')
  assert.deepEqual([failed.id, failed.status, failed.idempotency_hash], [refused.id, 400, null])
  const rows = await place.database.query('SELECT * FROM request_log', [])
  assert.doesNotMatch(JSON.stringify(rows), /ada|sk_|example\.com/)
})

test('a store sees its own, and of the lender only that it was the lender', async () => {
  const mine = await ask(shop, 'GET', '/orders?q=secret')
  const theirs = await ask(other, 'GET', '/orders')
  const ids = (await ownLog(shop)).map(({ id }) => id)
  assert.ok(ids.includes(mine.id) && !ids.includes(theirs.id))
  await admin.send('GET', '/orders', undefined, { 'store-id': shop.caller.store.id })
  await admin.send('GET', '/lender/jobs')
  const [visit] = await ownLog(shop, 'principal-kind=lender')
  assert.deepEqual([visit.route, visit.principal], ['/orders', { kind: 'lender', id: null }])
  assert.deepEqual(await ownLog(shop, `principal-id=${admin.id}`), [])
  const seen = await wholeLog(`principal-id=${admin.id}`)
  assert.ok(seen.some(({ route, store }) => route === '/lender/jobs' && store === null))
  const both = await wholeLog('route=%2Forders&principal-kind=store_key')
  assert.deepEqual(
    new Set(both.map(({ store }) => store.id)),
    new Set([shop.caller.store.id, other.caller.store.id]),
  )
})

test('requests without a valid key are for the lender to see; open pages are not', async () => {
  const stranger = await ask({ privateKey: `sk_${'a'.repeat(56)}` }, 'GET', '/orders')
  await desks.transport({ method: 'GET', path: '/healthz', headers: {}, body: undefined })
  const [entry] = await wholeLog(`id=${stranger.id}`)
  assert.deepEqual(
    [entry.status, entry.code, entry.principal.kind, entry.store],
    [401, 'key_invalid', 'stranger', null],
  )
  assert.deepEqual(await wholeLog('route=%2Fhealthz'), [])
})

test('reads of the log are not in it; refused ones are', async () => {
  const read = await ask(shop, 'GET', '/me/api-log?page_size=1')
  const refused = await ask(shop, 'GET', '/me/api-log?page_size=none')
  await admin.send('GET', '/lender/requests?page_size=1')
  assert.deepEqual([read.status, refused.status], [200, 400])
  assert.deepEqual(await ownLog(shop, `id=${read.id}`), [])
  const [entry] = await ownLog(shop, `id=${refused.id}`)
  assert.deepEqual([entry.route, entry.code], ['/me/api-log', 'query_invalid'])
  assert.deepEqual(await wholeLog('route=%2Flender%2Frequests&status=200'), [])
})

const entryOf = (id: string, at: Date): NewEntry => ({
  ...{ id, at, sandbox: true, method: 'GET', route: '/orders', status: 200, code: null, ms: 1 },
  ...{ principalKind: 'store_key', principalId: null, storeId: null, orderId: null },
  idempotencyKey: null,
})

test('lines without room are counted, and a failed write holds up nobody', async () => {
  const metrics = createMetrics()
  const vault = createVault('a secret key of the tests')
  const lines: object[] = []
  const log = { error: (details: object) => void lines.push(details) }
  const common = { on: true, vault, metrics, log }
  const full = createRequestLog({ ...common, database: place.database })
  for (let number = 0; number < 10_005; number++) {
    full.note(entryOf(`f${number}`, new Date()))
  }
  await full.settled()
  const [row] = await place.database.query<{ count: number }>(
    `SELECT count(*) AS count FROM request_log WHERE id LIKE 'f%' AND length(id) < 8`,
    [],
  )
  assert.equal(row?.count, 10_000)
  const query = () => Promise.reject(new Error('the disk is full'))
  const away = createRequestLog({ ...common, database: { ...place.database, query } })
  away.note(entryOf('lost', new Date()))
  await away.settled()
  assert.equal(lines.length, 1)
  assert.match(await metrics.expose().text(), /^svc_requests_not_kept_total 6$/m)
})

test('after thirty days it is forgotten', async () => {
  const day = 86_400_000
  const now = new Date()
  requestLog.note(entryOf('old', new Date(now.getTime() - 31 * day)))
  requestLog.note(entryOf('young', new Date(now.getTime() - 29 * day)))
  await requestLog.settled()
  await forgetRequests(place.database, now)
  const rows = await place.database.query(
    `SELECT id FROM request_log WHERE id IN ('old', 'young')`,
    [],
  )
  assert.deepEqual(rows, [{ id: 'young' }])
})
