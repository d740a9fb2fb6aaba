// Deliveries as their store sees them: read, replayed, recovered, and examples; without a worker,
// so that nothing moves by itself.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventTypes, limits } from '@svc/api'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import {
  createTestService,
  type Json,
  type TestReply,
  type TestService,
} from '../../../../../test/fixtures/test-service.ts'
import { placeEvents } from '../placing/place-events.ts'

const HOUR_MS = 3_600_000
const place = ownDatabase({ planted: true })

type Place = {
  readonly scenario: Scenario
  readonly service: TestService
  pass(ms: number): Promise<void>
  now(): Date
  placeAll(): Promise<number>
  webhook(body?: Record<string, unknown>): Promise<string>
  /** The deliveries of a webhook: `position type state`, the first first. */
  states(path: string): Promise<string[]>
  /** As a worker would leave them. */
  settle(path: string, state: string, more?: string): Promise<void>
}

async function open(): Promise<Place> {
  let now = Date.parse('2026-11-21T12:00:00Z')
  const clock = { now: () => new Date(now) }
  const scenario = await createScenario(place.database, { clock })
  const { caller, writing, privateKey } = scenario
  const service = createTestService(place.database, { privateKey, clock })
  const key = { storeId: caller.store.id, sandbox: true }
  const idOf = (path: string) => path.split('/').at(-1)
  return {
    scenario,
    service,
    now: clock.now,
    async pass(ms) {
      now += ms
    },
    placeAll: () => placeEvents({ ...writing, database: place.database }, key),
    async webhook(body = {}) {
      const url = 'https://shop.example/events'
      const made = await service.send('POST', '/me/webhooks', { url, ...body })
      assert.equal(made.status, 201, JSON.stringify(made.body))
      return `/me/webhooks/${made.body.id}`
    },
    async states(path) {
      const rows = await place.database.query<AnyRow>(
        `SELECT position, event_type, state FROM webhook_deliveries
         WHERE endpoint_id = $1 ORDER BY position`,
        [idOf(path)],
      )
      return rows.map((row) => `${row.position} ${row.event_type} ${row.state}`)
    },
    async settle(path, state, more = '') {
      await place.database.query<AnyRow>(
        `UPDATE webhook_deliveries SET state = $2, next_attempt_at = NULL, settled_at = $3,
           attempts = attempts + 1, tries = tries + 1
         WHERE endpoint_id = $1 AND state IN ('queued', 'waiting') ${more}`,
        [idOf(path), state, clock.now()],
      )
    },
  }
}

const refusal = ({ status, body }: TestReply) => `${status} ${body.error?.code}`

test('deliveries are listed and filtered, and read with what is posted and answered', async () => {
  const { scenario, service, placeAll, webhook } = await open()
  const path = await webhook()
  const order = await scenario.confirmed(10_000)
  await scenario.capture(order, 400)
  await placeAll()
  const list = await service.send('GET', `${path}/deliveries`)
  const types = list.body.results.map(({ type }: Json) => type)
  const all = ['order.captured', 'order.confirmed', 'checkout.updated', 'checkout.updated']
  assert.deepEqual(types.toSorted(), all.toSorted())
  assert.deepEqual([list.body.paging.count, list.body.cursor.after], [4, null])
  const actual = async (query: string) =>
    (await service.send('GET', `${path}/deliveries?${query}`)).body.results.map(
      ({ type }: Json) => type,
    )
  assert.deepEqual(await actual('type-startswith=order.con'), ['order.confirmed'])
  assert.deepEqual(await actual('state=waiting'), ['checkout.updated'])
  assert.equal((await actual(`order_id=${order.id}`)).length, 4)
  assert.equal((await actual('created-gt=2026-11-22')).length, 0)
  assert.equal((await actual('attempt_count-gte=1')).length, 0)
  const page = await service.send('GET', `${path}/deliveries?page_size=3&state=queued`)
  assert.deepEqual([page.body.results.length, page.body.paging.next], [3, null])
  const wrong = await service.send('GET', `${path}/deliveries?payload=x&page=0`)
  assert.deepEqual(Object.keys(wrong.body.error.fields).sort(), ['page', 'payload'])

  const captured = list.body.results.find(({ type }: Json) => type === 'order.captured')
  await place.database.query<AnyRow>(
    `INSERT INTO webhook_attempts SELECT store_id, endpoint_id, id, n, $2, 12 + n,
       CASE n WHEN 2 THEN 500 END, CASE n WHEN 1 THEN 'reset' END, CASE n WHEN 2 THEN 'no' END
     FROM webhook_deliveries, generate_series(1, 2) n WHERE id = $1`,
    [captured.id, new Date('2026-11-21T12:00:01Z')],
  )
  const { status, body } = await service.send('GET', `${path}/deliveries/${captured.id}`)
  assert.equal(status, 200)
  const { payload, attempts, ...shown } = body
  assert.deepEqual(shown, captured)
  const started = '2026-11-21T12:00:01.000000Z'
  assert.deepEqual(attempts, [
    { number: 2, started, duration: 14, status: 500, failure: null, response: 'no' },
    { number: 1, started, duration: 13, status: null, failure: 'reset', response: null },
  ])
  const events = await service.send('GET', '/me/events')
  const event = events.body.results.find(({ id }: Json) => id === captured.event_id)
  assert.equal(payload, JSON.stringify(event))
})

test('a settled delivery is sent again immediately, out of turn; an open one is not', async () => {
  const { scenario, service, placeAll, pass, webhook, settle, states, now } = await open()
  const path = await webhook({ types: ['order.captured'] })
  const order = await scenario.confirmed(10_000)
  for (const amount of [100, 200, 300]) await scenario.capture(order, amount)
  await placeAll()
  const { results } = (await service.send('GET', `${path}/deliveries?ordering=created`)).body
  const ids: string[] = results.map(({ id }: Json) => id)
  const replay = (id: string) => service.send('POST', `${path}/deliveries/${id}/replay`)
  for (const id of ids) assert.equal(refusal(await replay(id)), '409 delivery_open')
  for (const state of ['delivered', 'failed', 'cancelled']) {
    await settle(path, state)
    await pass(80 * HOUR_MS)
    const replies = await Promise.all([replay(ids[0] ?? ''), replay(ids[0] ?? '')])
    assert.deepEqual(replies.map(({ status }) => status).sort(), [202, 409], state)
    const body = replies.find(({ status }) => status === 202)?.body
    assert.equal(body.state, 'waiting')
    assert.equal(body.next_attempt, `${now().toISOString().slice(0, -1)}000Z`)
    assert.equal(Date.parse(body.deadline), now().getTime() + 75 * HOUR_MS)
    assert.equal(body.settled, null)
    const [row] = await place.database.query<AnyRow>(
      'SELECT tries, attempts, out_of_turn FROM webhook_deliveries WHERE id = $1',
      [ids[0]],
    )
    assert.equal(row?.tries, 0)
    assert.ok(row?.attempts > 0)
    assert.equal(row?.out_of_turn, true)
  }
  assert.equal((await states(path)).filter((each) => each.endsWith('waiting')).length, 1)
  await service.send('PATCH', path, { enabled: false })
  assert.equal(refusal(await replay(ids[0] ?? '')), '409 webhook_disabled')
  for (const id of ['x', '0'.repeat(32)])
    assert.equal(refusal(await replay(id)), '404 delivery_not_found')
})

test('recovery covers events that failed, were cancelled, or had no subscription', async () => {
  const { scenario, service, placeAll, pass, webhook, settle, states, now } = await open()
  const early = await scenario.confirmed(10_000)
  await scenario.capture(early, 100)
  await placeAll()
  await pass(3 * HOUR_MS)
  const since = now().toISOString()
  const path = await webhook({ types: ['order.captured', 'order.confirmed'] })
  const order = await scenario.confirmed(10_000)
  for (const amount of [100, 200, 300, 400]) await scenario.capture(order, amount)
  await placeAll()
  const [first = 0] = (await states(path)).map((each) => Number(each.split(' ')[0]))
  await settle(path, 'failed', `AND position = ${first}`)
  await settle(path, 'delivered', `AND position = ${first + 1}`)
  await service.send('PATCH', path, { enabled: false })
  await scenario.capture(order, 500)
  await pass(1_000)
  await scenario.capture(early, 200)
  await placeAll()
  const recover = (body: unknown) => service.send('POST', `${path}/recover`, body)
  assert.equal(refusal(await recover({ since })), '409 webhook_disabled')
  await service.send('PATCH', path, { enabled: true, types: ['order.captured'] })
  const { status, body } = await recover({ since })
  assert.equal(status, 202)
  const last = (await service.send('GET', '/me/events?limit=1000')).body.next
  assert.deepEqual(body, { count: 5, more: false, next: last })
  assert.deepEqual(await states(path), [
    `${first} order.confirmed failed`,
    `${first + 1} order.captured delivered`,
    `${first + 2} order.captured waiting`,
    `${first + 3} order.captured queued`,
    `${first + 4} order.captured queued`,
    ...[`${first + 5} order.captured queued`, `${first + 6} order.captured waiting`],
  ])
  assert.equal((await recover({ since })).body.count, 0, 'what is open is not opened again')
  // From the beginning: events from before the webhook queue behind waiting ones.
  assert.equal((await recover({ since: '2026-01-01' })).body.count, 1)
  assert.match((await states(path))[0] ?? '', /order.captured queued/)
  await service.send('PATCH', path, { types: null })
  const rest = await recover({ since: '2026-01-01' })
  assert.equal(rest.body.count, 3 + 3)
})

test('a recovery is bounded on both sides, by time or by event', async () => {
  const { scenario, service, placeAll, pass, webhook, states, now } = await open()
  const order = await scenario.confirmed(10_000)
  const times: string[] = []
  for (let hour = 0; hour < 6; hour++) {
    await pass(HOUR_MS)
    times.push(now().toISOString())
    await scenario.capture(order, 100)
  }
  await placeAll()
  const path = await webhook({ types: ['order.captured'] })
  const recover = async (body: unknown) => {
    const reply = await service.send('POST', `${path}/recover`, body)
    assert.equal(reply.status, 202, JSON.stringify(reply.body))
    return reply.body
  }
  assert.equal((await recover({ since: times[2], until: times[4] })).count, 2)
  assert.deepEqual(await states(path), ['6 order.captured waiting', '7 order.captured queued'])
  assert.equal((await recover({ since: '2026-11-22' })).count, 0)
  assert.equal((await recover({ since: '2026-11-20', until: '2026-11-20' })).count, 0)
  const { results } = (await service.send('GET', '/me/events')).body
  assert.equal((await recover({ after: results.at(-2).id })).count, 1)
  assert.equal((await recover({ after: results.at(-1).id })).count, 0)
  assert.equal((await recover({ since: '2026-11-21', until: '2026-11-21' })).count, 3)
  assert.equal((await states(path)).length, 6)
})

test('one request scans a limited number of events, the next one the rest', async () => {
  const { scenario, service, placeAll, webhook } = await open()
  const { id } = scenario.caller.store
  await place.database.query<AnyRow>(
    `INSERT INTO events (store_id, sandbox, id, type, subject, data, created_at)
     SELECT $1, true, lpad(n::text, 32, '0'), CASE n % 5 WHEN 0 THEN 'payout.created'
       ELSE 'api_key.exposed' END, 'x', '{}', $2::timestamptz + n * interval '1 second'
     FROM generate_series(1, 12000) n`,
    [id, new Date('2026-11-01T00:00:00Z')],
  )
  while ((await placeAll()) > 0);
  const path = await webhook({ types: ['payout.created'] })
  const first = await service.send('POST', `${path}/recover`, { since: '2026-10-01' })
  const next = '10000'.padStart(32, '0')
  assert.deepEqual(first.body, { count: limits.recoveredMax / 5, more: true, next })
  const rest = await service.send('POST', `${path}/recover`, { after: next })
  assert.deepEqual(rest.body, { count: 400, more: false, next: '12000'.padStart(32, '0') })
  const at = (seconds: number) => new Date(Date.UTC(2026, 10, 1, 0, 0, seconds)).toISOString()
  const other = await webhook()
  const some = { since: at(11_000), until: at(11_011) }
  assert.equal((await service.send('POST', `${other}/recover`, some)).body.count, 11)
})

test('a disabled or deleted endpoint has nothing open any more', async () => {
  const { scenario, service, placeAll, webhook, states, settle } = await open()
  const [disabled, deleted] = [await webhook(), await webhook()]
  const order = await scenario.confirmed(10_000)
  await placeAll()
  await settle(disabled, 'delivered')
  await scenario.capture(order, 100)
  await placeAll()
  const pending = async (path: string) => (await service.send('GET', path)).body.pending
  assert.deepEqual([await pending(disabled), await pending(deleted)], [1, 4])
  const { body } = await service.send('PATCH', disabled, { enabled: false })
  assert.equal(body.pending, 0)
  assert.equal((await service.send('DELETE', deleted)).status, 204)
  await scenario.capture(order, 200)
  await placeAll()
  assert.deepEqual(
    (await states(disabled)).map((each) => each.split(' ')[2]),
    ['delivered', 'delivered', 'delivered', 'cancelled'],
  )
  assert.ok((await states(deleted)).every((each) => each.endsWith('cancelled')))
  assert.equal(refusal(await service.send('GET', `${deleted}/deliveries`)), '404 webhook_not_found')
})

test('the history of subscriptions determines the recipients of each event exactly', async () => {
  const { scenario, service, placeAll, webhook, states } = await open()
  const order = await scenario.confirmed(100_000)
  await placeAll()
  const path = await webhook({ types: ['order.captured'] })
  const changes = [
    { enabled: false },
    { enabled: true },
    { types: ['order.voided'] },
    { enabled: false, types: null },
    { enabled: true },
    { types: ['order.captured', 'order.edited'] },
    { enabled: false },
  ]
  for (const change of changes) {
    await scenario.capture(order, 100)
    await placeAll()
    // Two at the same place: the first is overtaken.
    await service.send('PATCH', path, { enabled: change.enabled !== true })
    await service.send('PATCH', path, { enabled: true, ...change })
  }
  await scenario.capture(order, 100)
  await placeAll()
  const rows = await place.database.query<AnyRow>(
    `SELECT e.position, e.type FROM events e CROSS JOIN LATERAL (
       SELECT s.enabled, s.types FROM webhook_subscriptions s
       WHERE s.store_id = e.store_id AND s.endpoint_id = $2 AND s.from_position < e.position
       ORDER BY s.from_position DESC LIMIT 1) s
     WHERE e.store_id = $1 AND s.enabled AND (s.types IS NULL OR e.type = ANY(s.types))
     ORDER BY e.position`,
    [scenario.caller.store.id, path.split('/').at(-1)],
  )
  const deliveries = (await states(path)).map((each) => each.split(' ').slice(0, 2).join(' '))
  assert.deepEqual(
    deliveries,
    rows.map(({ position, type }) => `${position} ${type}`),
  )
  assert.deepEqual(
    deliveries.map((each) => Number(each.split(' ')[0])),
    [4, 6, 9, 10],
  )
})

test('an example goes out of turn, carries its mark and is in no stream', async () => {
  const { service, webhook, now } = await open()
  const path = await webhook({ types: ['order.voided', 'order.refunded'] })
  const one = await service.send('POST', `${path}/example`)
  assert.equal(one.status, 202)
  assert.deepEqual(
    [one.body.type, one.body.example, one.body.state],
    ['order.voided', true, 'waiting'],
  )
  const other = await service.send('POST', `${path}/example`, { type: 'payout.created' })
  const { body } = await service.send('GET', `${path}/deliveries/${other.body.id}`)
  const payload = JSON.parse(body.payload)
  assert.deepEqual(
    [payload.type, payload.example, payload.id],
    ['payout.created', true, body.event_id],
  )
  assert.equal(Date.parse(payload.created), now().getTime())
  assert.equal((await service.send('GET', '/me/events')).body.results.length, 0)
  await service.send('PATCH', path, { enabled: false })
  assert.equal(refusal(await service.send('POST', `${path}/example`)), '409 webhook_disabled')
})

test('an example of a type goes to its subscribers, and to nobody else', async () => {
  const { service, webhook } = await open()
  const [all, some, others, off] = [
    await webhook(),
    await webhook({ types: ['order.edited', 'order.voided'] }),
    await webhook({ types: ['order.captured'] }),
    await webhook(),
  ]
  await service.send('PATCH', off, { enabled: false })
  const { status, body } = await service.send('POST', '/sandbox/events/order.edited')
  assert.equal(status, 202)
  const paths = body.results.map(({ webhook_id }: Json) => `/me/webhooks/${webhook_id}`)
  assert.deepEqual(paths.sort(), [all, some].sort())
  assert.ok(body.results.every((each: Json) => each.example && each.type === 'order.edited'))
  const live = { accept: 'application/vnd.svc.v1+json' }
  const refused = await service.send('POST', '/sandbox/events/order.edited', undefined, live)
  assert.equal(refusal(refused), '403 sandbox_only')
  for (const type of eventTypes) {
    assert.equal((await service.send('POST', `/sandbox/events/${type}`)).status, 202, type)
  }
  assert.equal((await service.send('GET', `${others}/deliveries`)).body.paging.count, 1)
  const lonely = await open()
  const none = await lonely.service.send('POST', '/sandbox/events/order.edited')
  assert.deepEqual([none.status, none.body], [202, { results: [] }])
})
