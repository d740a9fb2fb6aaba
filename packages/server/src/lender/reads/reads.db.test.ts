// Reads are in the log, once per quarter of an hour; and the log is exported as lines, none
// skipped.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Desk } from '../../../../../test/desk.ts'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { lenderClient, realWriting } from '../../../../../test/fixtures/lender.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { asReal } from '../../../../../test/fixtures/test-clocks.ts'
import { openTestDatabase, type TestDatabase } from '../../../../../test/fixtures/test-database.ts'
import { type TestDesk, testDesk } from '../../../../../test/fixtures/test-desk.ts'
import type { Json, TestService } from '../../../../../test/fixtures/test-service.ts'
import type { Order } from '../../model/order/order.ts'
import { permissionsOf } from '../../model/staff/roles.ts'
import { placeActions } from '../../tenancy/actions/place-actions.ts'
import type { LenderCaller } from '../../tenancy/caller/context.ts'
import { logRead } from './noting.ts'

let place: TestDatabase
let at: TestDesk
let desk: Desk
let send: TestService['send']
let scenario: Scenario
let order: Order
let person: string
let now = Date.parse('2026-11-25T10:01:00Z')
const clock = { now: () => new Date(now) }
const accept = { accept: 'application/vnd.svc.sandbox.v1+json' }

before(async () => {
  place = await openTestDatabase()
  at = testDesk(place.database, clock)
  scenario = await createScenario(place.database)
  order = await scenario.confirmed(20_000)
  const token = await at.invite({ name: 'Ada', email: 'ada@lender.example', roles: ['risk'] })
  desk = (await at.enrolled(token)).desk
  send = await lenderClient(place.database, { clock })
  const [row] = await place.database.query<AnyRow>('SELECT id FROM persons', [])
  person = String(row?.id)
})
after(async () => {
  await at.settled()
  await place.stop()
})

const reads = () =>
  place.database.query<AnyRow>(
    `SELECT action, object_id, store_id, person_id, session_id IS NOT NULL AS session FROM actions
     WHERE action LIKE '%.read' ORDER BY action, id`,
    [],
  )

async function open(path: string): Promise<Json> {
  const { status, body } = await desk.send('GET', path, undefined, accept)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

test('opening a person, an order or a loan is logged once a quarter of an hour', async () => {
  const paths = [`people/${person}`, `orders/${order.id}`, `loans/${order.id}`]
  for (const path of [...paths, ...paths]) await open(`/lender/${path}`)
  const store_id = scenario.caller.store.id
  const ofOrder = { object_id: order.id, store_id, person_id: null, session: true }
  assert.deepEqual(await reads(), [
    { action: 'loan.read', ...ofOrder },
    { action: 'order.read', ...ofOrder },
    { action: 'person.read', object_id: person, store_id: null, person_id: person, session: true },
  ])
  now += 15 * 60_000
  await open(`/lender/people/${person}`)
  assert.equal((await reads()).length, 4)
})

test('lists, keys and missing objects are not logged', async () => {
  const before = (await reads()).length
  await open('/lender/people')
  await open(`/lender/orders?person-id=${person}`)
  await send('GET', `/lender/people/${person}`)
  await desk.send('GET', `/lender/people/${'0'.repeat(32)}`, undefined, accept)
  assert.equal((await reads()).length, before)
})

test('one of two concurrent processes logs it', async () => {
  const caller: LenderCaller = {
    principal: { kind: 'lender_person', id: 'somebody', name: 'Ada' },
    ...{ holders: ['risk'], permissions: permissionsOf(['risk']), sandbox: true },
  }
  // A process has a memory of its own: entries in the database are looked up.
  const writing = { ...realWriting(place.database), clock: asReal(clock) }
  const object = { kind: 'order', id: order.id, storeId: scenario.caller.store.id } as const
  const before = (await reads()).length
  await Promise.all(Array.from({ length: 8 }, () => logRead(writing, caller, object)))
  assert.equal((await reads()).length, before + 1)
})

test('the list hides reads unless they are requested', async () => {
  const names = async (query: string): Promise<string[]> => {
    const { body } = await send('GET', `/lender/actions?page_size=100${query}`)
    return body.results.map(({ action }: Json) => action)
  }
  assert.ok(!(await names('')).some((name) => name.endsWith('.read')))
  assert.ok((await names('&reads=true')).includes('person.read'))
  const own = await names(`&reads=true&person-id=${person}`)
  assert.deepEqual(new Set(own), new Set(['person.read']))
  for (const query of ['reads=maybe', 'reads=true&reads=true']) {
    const { status, body } = await send('GET', `/lender/actions?${query}`)
    assert.deepEqual([status, body.error.code], [400, 'query_invalid'])
  }
})

const placing = () => placeActions({ database: place.database, clock: asReal(clock) }, 'sandbox')

async function lines(query: string): Promise<Json[]> {
  const { status, headers, body } = await send('GET', `/lender/actions.jsonl?${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(headers['content-type'], 'application/x-ndjson; charset=utf-8')
  return String(body ?? '')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
}

test('lines continue after a place and skip none while others write', async () => {
  let isWriting = true
  const writers = Array.from({ length: 4 }, async () => {
    for (let index = 0; index < 15; index++) await scenario.checkout(1_000)
  })
  const placer = (async () => {
    while (isWriting) await placing()
  })()
  const seen: Json[] = []
  const follow = async () => {
    const rows = await lines(`after=${seen.at(-1)?.place ?? 0}&limit=7`)
    seen.push(...rows)
    return rows.length
  }
  const follower = (async () => {
    while (isWriting) await follow()
  })()
  await Promise.all(writers)
  isWriting = false
  await Promise.all([placer, follower])
  while ((await placing()) > 0);
  while ((await follow()) > 0);
  const stored = await place.database.query<AnyRow>(
    `SELECT id FROM actions WHERE mode = 'sandbox' ORDER BY place`,
    [],
  )
  assert.deepEqual(
    seen.map(({ id }) => id),
    stored.map(({ id }) => id),
  )
  assert.deepEqual(
    seen.map((row) => row.place),
    seen.map((_, index) => index + 1),
  )
  for (const [index, row] of seen.entries()) {
    if (index > 0) assert.equal(row.previous_hash, seen[index - 1].hash)
  }
  const { body: head } = await send('GET', '/lender/actions/head')
  const last = seen.at(-1)
  assert.deepEqual([head.mode, head.place, head.hash], ['sandbox', last.place, last.hash])
})

test('an invalid place is refused', async () => {
  for (const query of [
    'after=-1',
    'after=x',
    'limit=0',
    'limit=10001',
    'after=1&after=2',
    'to=3',
  ]) {
    const { status, body } = await send('GET', `/lender/actions.jsonl?${query}`)
    assert.deepEqual([query, status, body.error.code], [query, 400, 'query_invalid'])
  }
})

test('people who are not blocked or do not exist cannot be unblocked', async () => {
  const reason = { code: 'correction', note: 'It was somebody else.' }
  const refused = async (id: string) => {
    const path = `/lender/people/${id}/unblock`
    const { status, body } = await desk.send('POST', path, { reason }, accept)
    return [status, body.error?.code]
  }
  assert.deepEqual(await refused(person), [409, 'person_not_blocked'])
  assert.deepEqual(await refused('0'.repeat(32)), [404, 'person_not_found'])
})
