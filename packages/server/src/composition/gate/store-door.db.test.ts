// People on the routes of stores: the store, the session, and the log of it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Desk } from '../../../../../test/desk.ts'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { openTestDatabase, type TestDatabase } from '../../../../../test/fixtures/test-database.ts'
import { type TestDesk, testDesk } from '../../../../../test/fixtures/test-desk.ts'
import { createTestService, type Json } from '../../../../../test/fixtures/test-service.ts'
import type { Order } from '../../model/order/order.ts'
import type { LenderRole, StoreRole } from '../../model/staff/roles.ts'

const SANDBOX = 'application/vnd.svc.sandbox.v1+json'

let place: TestDatabase
let store: Scenario
let other: Scenario
let at: TestDesk
let order: Order
let now = Date.parse('2026-11-25T10:00:00Z')
const clock = { now: () => new Date(now) }

before(async () => {
  place = await openTestDatabase()
  store = await createScenario(place.database, { clock })
  other = await createScenario(place.database, { clock })
  at = testDesk(place.database, clock)
  order = await store.confirmed(30_000)
})
after(async () => {
  await at.settled()
  await place.stop()
})

let people = 0
type Somebody = {
  readonly desk: Desk
  readonly email: string
  /** On the store’s routes, unless the headers name another. */
  send(method: string, path: string, body?: unknown, headers?: object): Promise<Reply>
}
type Reply = { readonly status: number; readonly body: Json; readonly headers: Headers }

async function somebody(as: StoreRole | readonly LenderRole[]): Promise<Somebody> {
  const storeId = store.caller.store.id
  const email = `person-${++people}@people.example`
  const what = typeof as === 'string' ? { membership: { storeId, role: as } } : { roles: as }
  const token = await at.invite({ name: `Person ${people}`, email, ...what })
  const { desk } = await at.enrolled(token)
  return {
    ...{ desk, email },
    send: (method, path, body, headers = {}) =>
      desk.send(method, path, body, { accept: SANDBOX, 'store-id': storeId, ...headers }),
  }
}

const codeIn = ({ status, body }: Reply): unknown => [status, body?.error?.code]
const rowsOf = (text: string, values: unknown[] = []) => place.database.query<AnyRow>(text, values)

test('a person names one store, which is theirs', async () => {
  const owner = await somebody('store_owner')
  const { id } = store.caller.store
  const me = await owner.send('GET', '/me')
  assert.deepEqual([me.status, me.body.id], [200, id])
  assert.equal((await owner.send('GET', '/v1/orders')).body.paging.count, 1)
  for (const named of [
    undefined,
    '',
    'x',
    `${id}, ${id}`,
    `${id},`,
    id.toUpperCase(),
    `${id}%00`,
  ]) {
    const reply = await owner.send('GET', '/me', undefined, { 'store-id': named })
    assert.deepEqual(codeIn(reply), [400, 'request_malformed'], String(named))
  }
  for (const named of [other.caller.store.id, '0'.repeat(32)]) {
    const reply = await owner.send('GET', '/me', undefined, { 'store-id': named })
    assert.deepEqual(codeIn(reply), [404, 'store_not_found'])
  }
  const clerk = await somebody(['support'])
  const elsewhere = { 'store-id': other.caller.store.id }
  assert.equal(
    (await clerk.send('GET', '/me', undefined, elsewhere)).body.id,
    elsewhere['store-id'],
  )
  const unknown = await clerk.send('GET', '/me', undefined, { 'store-id': '0'.repeat(32) })
  assert.deepEqual(codeIn(unknown), [404, 'store_not_found'])
})

test('a session with a key is refused; a key’s Store-Id is ignored', async () => {
  const owner = await somebody('store_owner')
  const authorization = `Bearer ${store.privateKey}`
  for (const method of ['GET', 'PATCH']) {
    const body = method === 'GET' ? undefined : {}
    const both = await owner.send(method, '/me', body, { authorization })
    assert.deepEqual(codeIn(both), [400, 'request_malformed'])
  }
  const { send } = createTestService(place.database, { ...store, clock })
  const named = await send('GET', '/me', undefined, { 'store-id': other.caller.store.id })
  assert.deepEqual([named.status, named.body.id], [200, store.caller.store.id])
  // Public routes are called by pages, whose browser has its own cookies.
  const shop = await owner.send('GET', '/checkout/button?amount=40000&currency=EUR', undefined, {
    authorization,
  })
  assert.equal(shop.status, 201)
  const keyless = await owner.send('GET', '/checkout/button?amount=40000&currency=EUR')
  assert.deepEqual(codeIn(keyless), [401, 'key_missing'])
})

test('only pages of our own write', async () => {
  const owner = await somebody('store_owner')
  const path = `/orders/${order.id}/captures`
  for (const headers of [
    ...[{ origin: undefined }, { origin: 'https://evil.example' }, { 'x-desk': undefined }],
    ...[{ 'x-desk': '2' }, { 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'none' }],
  ]) {
    const reply = await owner.send('POST', path, { amount: 100 }, headers)
    assert.deepEqual(codeIn(reply), [403, 'origin_not_allowed'], JSON.stringify(headers))
  }
  assert.deepEqual(await rowsOf('SELECT 1 FROM captures'), [])
  const read = await owner.send('GET', path, undefined, { origin: undefined, 'x-desk': undefined })
  assert.equal(read.status, 200)
})

test('an effect names the person and their session, once for their Idempotency-Key', async () => {
  const [one, two] = [await somebody('store_operator'), await somebody('store_operator')]
  const path = `/orders/${order.id}/captures`
  const key = { 'idempotency-key': 'capture-1' }
  const first = await one.send('POST', path, { amount: 100 }, key)
  assert.equal(first.status, 200, JSON.stringify(first.body))
  const again = await one.send('POST', path, { amount: 100 }, key)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(again.body, first.body)
  const theirs = await two.send('POST', path, { amount: 200 }, key)
  assert.equal(theirs.status, 200, 'another person has keys of their own')
  const reused = await one.send('POST', path, { amount: 300 }, key)
  assert.deepEqual(reused.body.error.code, 'idempotency_key_reused')
  const rows = await rowsOf(
    `SELECT a.principal_kind, p.email, s.staff_id = p.id AS session, a.store_id, a.mode, a.key_id
     FROM actions a JOIN staff p ON p.id = a.principal_id JOIN sessions s ON s.id = a.session_id
     WHERE a.action = 'order.capture' ORDER BY p.email`,
  )
  const common = { principal_kind: 'store_person', session: true, key_id: null, mode: 'sandbox' }
  const store_id = store.caller.store.id
  assert.deepEqual(
    rows,
    [one, two].map(({ email }) => ({ ...common, email, store_id })),
  )
})

test('an owner makes keys that nobody else made, with a factor just shown', async () => {
  const owner = await somebody('store_owner')
  const wish = { name: 'till', kind: 'private' }
  const made = await owner.send('POST', '/me/api-keys', wish, { 'idempotency-key': 'a key' })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const again = await owner.send('POST', '/me/api-keys', wish, { 'idempotency-key': 'a key' })
  assert.equal(again.body.key, made.body.key)
  const { send } = createTestService(place.database, { privateKey: made.body.key, clock })
  assert.equal((await send('GET', '/me/api-keys')).status, 200)
  const rotated = await owner.send('POST', `/me/api-keys/${made.body.id}/rotate`, {})
  assert.equal(rotated.status, 201)
  now += 5 * 60_000 + 1
  for (const [method, path] of [
    ['POST', '/me/api-keys'],
    ['POST', `/me/api-keys/${made.body.id}/rotate`],
    ['DELETE', `/me/api-keys/${made.body.id}`],
    ['POST', '/me/api-keys/revoke-all'],
  ] as const) {
    const reply = await owner.send(method, path, {})
    assert.deepEqual(codeIn(reply), [403, 'step_up_required'], path)
    assert.deepEqual(reply.body.error.fields.factors, ['passkey'])
  }
  assert.equal((await owner.send('GET', '/me/api-keys')).status, 200)
  const name = await owner.send('PATCH', '/me', { name: 'Bicycles' })
  assert.equal(name.status, 200)
})

test('what lets data out takes a factor that was just shown', async () => {
  const owner = await somebody('store_owner')
  const [support, auditor] = [await somebody(['support']), await somebody(['auditor'])]
  const url = 'https://shop.example/hook'
  const made = await owner.send('POST', '/me/webhooks', { url })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const webhook = `/me/webhooks/${made.body.id}`
  now += 5 * 60_000 + 1
  for (const [by, method, path, body] of [
    [owner, 'POST', '/me/webhooks', { url }],
    [owner, 'PATCH', webhook, { url }],
    [owner, 'POST', `${webhook}/rotate`],
    [owner, 'POST', '/me/notification-secret'],
    [owner, 'GET', '/me/statement.csv'],
    [support, 'GET', `/lender/people/${'0'.repeat(32)}/export`],
    [auditor, 'GET', '/lender/actions.jsonl'],
  ] as const) {
    const reply = await by.send(method, path, body)
    assert.deepEqual(codeIn(reply), [403, 'step_up_required'], path)
  }
  assert.equal((await owner.send('DELETE', webhook)).status, 204, 'ending it does not')
})

test('access ends with the membership, the session or the account', async () => {
  const [one, two, three] = [
    await somebody('store_viewer'),
    await somebody('store_owner'),
    await somebody('store_viewer'),
  ]
  for (const each of [one, two, three]) assert.equal((await each.send('GET', '/me')).status, 200)
  const of = `staff_id = (SELECT id FROM staff WHERE email = $1)`
  await rowsOf(`UPDATE store_members SET held_until = held_from WHERE ${of}`, [one.email])
  assert.deepEqual(codeIn(await one.send('GET', '/me')), [404, 'store_not_found'])
  await rowsOf(`UPDATE store_members SET role = 'store_viewer' WHERE ${of}`, [two.email])
  const narrowed = await two.send('PATCH', '/me', {})
  assert.deepEqual(codeIn(narrowed), [403, 'permission_missing'])
  await two.desk.send('POST', '/lender/me/sign-out')
  await rowsOf(`UPDATE staff SET disabled_at = $2 WHERE email = $1`, [three.email, clock.now()])
  assert.deepEqual(codeIn(await three.send('GET', '/me')), [401, 'session_ended'])
  assert.deepEqual(codeIn(await two.send('GET', '/me')), [401, 'key_missing'])
})

test('a session that only makes factors reads nothing of a store', async () => {
  const { id: storeId } = store.caller.store
  const membership = { storeId, role: 'store_owner' } as const
  const token = await at.invite({ name: 'New', email: 'new@people.example', membership })
  const desk = at.browser()
  await desk.send('POST', '/lender/start', { token })
  const reply = await desk.send('GET', '/me', undefined, { accept: SANDBOX, 'store-id': storeId })
  assert.deepEqual(codeIn(reply), [403, 'enrolment_only'])
})

test('lender staff’s requests to a store are logged, or refused without permission', async () => {
  const clerk = await somebody(['support'])
  for (const path of ['', '/documents', '/loan', '/captures']) {
    assert.equal((await clerk.send('GET', `/orders/${order.id}${path}`)).status, 200, path)
  }
  assert.equal((await clerk.send('GET', '/orders/unknown')).status, 404)
  const reads = await rowsOf(
    `SELECT a.principal_kind, a.object_id, a.store_id, p.email FROM actions a
     JOIN staff p ON p.id = a.principal_id WHERE a.action LIKE '%.read'`,
  )
  const { id: store_id } = store.caller.store
  assert.deepEqual(reads, [
    { principal_kind: 'lender_person', object_id: order.id, store_id, email: clerk.email },
  ])
  const write = await clerk.send('POST', `/orders/${order.id}/captures`, { amount: 100 })
  assert.deepEqual(codeIn(write), [403, 'permission_missing'])
  await at.settled()
  const [refusal] = await rowsOf(
    `SELECT principal_kind, store_id, session_id IS NOT NULL AS session FROM actions
     WHERE refusal = 'permission_missing' AND principal_id =
       (SELECT id FROM staff WHERE email = $1)`,
    [clerk.email],
  )
  assert.deepEqual(refusal, { principal_kind: 'lender_person', store_id, session: true })
})

test('each person has a bucket of requests of their own', async () => {
  const rate = { perSecond: 1, burst: 2 }
  const narrow = testDesk(place.database, clock, {
    limits: { ...at.service.limits, privateKeys: rate },
  })
  const { id: storeId } = store.caller.store
  const two = []
  for (const name of ['One', 'Two']) {
    const membership = { storeId, role: 'store_viewer' } as const
    const wish = { name, email: `${name}@limits.example`, membership }
    two.push((await narrow.enrolled(await narrow.invite(wish))).desk)
  }
  const statuses = []
  for (const desk of two) {
    for (let each = 0; each < 3; each++) {
      const reply = await desk.send('GET', '/me', undefined, {
        accept: SANDBOX,
        'store-id': storeId,
      })
      statuses.push(reply.status)
    }
  }
  assert.deepEqual(statuses, [200, 200, 429, 200, 200, 429])
  await narrow.settled()
})
