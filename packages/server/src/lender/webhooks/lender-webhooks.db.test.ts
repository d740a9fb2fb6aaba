// The lender's webhooks on the wire: their deliveries compared with the stream itself.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { allEventTypes, limits } from '@svc/api'
import { lenderClient, realWriting } from '../../../../../test/fixtures/lender.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { asReal } from '../../../../../test/fixtures/test-clocks.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import {
  createTestService,
  type Json,
  type TestReply,
  type TestService,
} from '../../../../../test/fixtures/test-service.ts'
import { outcomeOf } from '../../../../../test/fixtures/webhooks.ts'
import { LENDER } from '../../model/streams/stream-key.ts'
import { claimDeliveries } from '../../outbound/deliveries/claim-deliveries.ts'
import { settleAttempts } from '../../outbound/deliveries/settle-attempts.ts'
import type { Verdict } from '../../outbound/endpoints/rules.ts'
import { placeEvents } from '../../outbound/placing/place-events.ts'
import { createIds } from '../../platform/ids.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { placeActions } from '../../tenancy/actions/place-actions.ts'
import { queueLenderDeliveries } from './queue-deliveries.ts'

const PATH = '/lender/webhooks'
const NOWHERE = '0'.repeat(32)
const LIVE = { accept: 'application/vnd.svc.v1+json' }
const url = 'https://lender.example/events'

const place = ownDatabase()
let scenario: Scenario
let send: TestService['send']
before(async () => {
  scenario = await createScenario(place.database)
  send = await lenderClient(place.database)
})

const refusal = ({ status, body }: TestReply) => `${status} ${body?.error?.code}`

async function make(body: Record<string, unknown> = {}, as = send): Promise<Json> {
  const { status, body: made } = await as('POST', PATH, { url, ...body })
  assert.equal(status, 201, JSON.stringify(made))
  return made
}
const queueing = () => {
  const { database } = place
  return { database, clock: asReal(systemClock), ids: createIds(systemClock) }
}
async function queueAll(): Promise<void> {
  while ((await placeActions(queueing(), 'sandbox')) > 0);
  while ((await queueLenderDeliveries(queueing(), true)).more);
}
/** All deliveries of a webhook, in the order in which they were made. */
async function deliveriesOf(id: string, query = ''): Promise<Json[]> {
  const rows: Json[] = []
  for (let page = 1; ; page++) {
    const path = `${PATH}/${id}/deliveries?ordering=created&page_size=100&page=${page}${query}`
    const { status, body } = await send('GET', path)
    assert.equal(status, 200, JSON.stringify(body))
    rows.push(...body.results)
    if (rows.length >= body.paging.count) return rows
  }
}
async function everything(query = ''): Promise<Json[]> {
  const rows: Json[] = []
  for (let next = '0', more = true; more; ) {
    const { body } = await send('GET', `/lender/events?after=${next}&limit=1000${query}`)
    rows.push(...body.results)
    ;({ next, has_more: more } = body)
  }
  return rows
}
async function deliver(endpointId: string, verdict: Verdict, room = 100): Promise<number> {
  const writing = realWriting(place.database)
  const rooms = [{ endpointId, room }]
  const claimed = await claimDeliveries({ ...writing, real: writing.clock }, rooms, 'lender')
  const at = writing.clock.now()
  const outcomes = claimed.map((each) => outcomeOf(each, { verdict, retryAfter: undefined, at }))
  if (outcomes.length > 0) await settleAttempts(writing, { storeId: LENDER, endpointId }, outcomes)
  return outcomes.length
}

test('one is made, shown without its secret, changed, rotated and deleted', async () => {
  const made = await make({ name: 'Ledger', types: ['payout.held', 'order.captured'] })
  assert.match(made.secret, /^whsec_/)
  const path = `${PATH}/${made.id}`
  const { body: read } = await send('GET', path)
  const { secret: _, ...shown } = made
  assert.deepEqual(read, shown)
  assert.deepEqual(read.types, ['order.captured', 'payout.held'])
  const { body: list } = await send('GET', `${PATH}?name=Ledger`)
  assert.deepEqual(list.results, [shown])
  const { body: all } = await send('PATCH', path, { types: null, name: null, enabled: false })
  assert.deepEqual(
    [all.types, all.name, all.state, all.disabled_reason],
    [null, null, 'disabled', 'lender'],
  )
  assert.equal((await send('PATCH', path, { enabled: true })).body.disabled_reason, null)
  const { status, body } = await send('POST', `${path}/rotate`, { overlap_minutes: 5 })
  assert.equal(status, 201)
  assert.match(body.secret, /^whsec_/)
  assert.notEqual(body.secret, made.secret)
  assert.equal((await send('DELETE', path)).status, 204)
  assert.equal(refusal(await send('GET', path)), '404 webhook_not_found')
})

test('a name with signs that nobody sees is refused, as all that the lender writes', async () => {
  for (const name of ['Led\u200bger', '\u202eLedger', '\u3164', 'two\nlines']) {
    const { status, body } = await send('POST', PATH, { url, name })
    assert.deepEqual([status, Object.keys(body.error.fields)], [400, ['name']])
  }
})

test('the same request under the same key makes one, and answers the secret again', async () => {
  const once = { 'idempotency-key': 'webhook-1' }
  const first = await send('POST', PATH, { url, name: 'Once' }, once)
  const again = await send('POST', PATH, { url, name: 'Once' }, once)
  assert.deepEqual([again.status, again.body], [201, first.body])
  assert.equal((await send('GET', `${PATH}?name=Once`)).body.paging.count, 1)
})

test('a missing one, one of the other mode and one of a store are not found', async () => {
  const { id } = await make()
  const live = await lenderClient(place.database, { mode: 'live' })
  const asStore = createTestService(place.database, { privateKey: scenario.privateKey }).send
  assert.equal(
    refusal(await live('GET', `${PATH}/${id}`, undefined, LIVE)),
    '404 webhook_not_found',
  )
  assert.equal(refusal(await asStore('GET', `/me/webhooks/${id}`)), '404 webhook_not_found')
  assert.equal((await asStore('GET', `${PATH}/${id}`)).status, 403)
  const own = await asStore('POST', '/me/webhooks', { url })
  for (const missing of [NOWHERE, 'x', '%00', own.body.id]) {
    const path = `${PATH}/${missing}`
    for (const [method, rest, body] of [
      ['GET', ''],
      ['PATCH', '', { name: 'x' }],
      ['DELETE', ''],
      ['POST', '/rotate'],
      ['POST', '/example'],
      ['POST', '/recover', { since: '2026-01-01' }],
      ['GET', '/deliveries'],
      ['GET', `/deliveries/${NOWHERE}`],
      ['POST', `/deliveries/${NOWHERE}/replay`],
    ] as const) {
      const reply = await send(method, `${path}${rest}`, body)
      assert.equal(refusal(reply), '404 webhook_not_found', `${method} ${path}${rest}`)
    }
  }
  const path = `${PATH}/${id}/deliveries/${NOWHERE}`
  assert.equal(refusal(await send('GET', path)), '404 delivery_not_found')
  assert.equal(refusal(await send('POST', `${path}/replay`)), '404 delivery_not_found')
})

test('faults are refused: types, inner addresses, members, a missing scope', async () => {
  for (const [body, field] of [
    [{ url, types: ['order.eaten'] }, 'types.0'],
    [{ url, types: ['order.captured', 'order.captured'] }, 'types.1'],
    [{ url: 'https://127.0.0.1/events' }, 'url'],
    [{ url: 'http://169.254.169.254/' }, 'url'],
    [{ url, nmae: 'x' }, 'nmae'],
  ] as const) {
    const { status, body: answer } = await send('POST', PATH, body)
    assert.equal(status, 400, JSON.stringify(answer))
    assert.ok(field in answer.error.fields, JSON.stringify(answer.error.fields))
  }
  const { id } = await make()
  const path = `${PATH}/${id}`
  for (const body of [
    {},
    { after: 'x' },
    { after: '1', since: '2026-01-01' },
    { after: '99999999' },
  ]) {
    assert.equal(refusal(await send('POST', `${path}/recover`, body)), '400 body_invalid')
  }
  const reader = await lenderClient(place.database, { scopes: ['loans:read'] })
  assert.equal((await reader('GET', path)).status, 200)
  assert.equal(refusal(await reader('DELETE', path)), '403 scope_missing')
})

test('a mode has a limited number of them', async () => {
  const live = await lenderClient(place.database, { mode: 'live' })
  const post = () => live('POST', PATH, { url }, LIVE)
  for (let number = 0; number < limits.webhooksMax; number++) {
    assert.equal((await post()).status, 201)
  }
  assert.equal(refusal(await post()), '409 webhook_limit_reached')
})

test('each later event is delivered once, however many workers deliver', async () => {
  await queueAll()
  const before = new Set((await everything()).map(({ id }) => id))
  const all = await make({ name: 'All' })
  const some = await make({ types: ['order.captured', 'lender_webhook.created'] })
  const order = await scenario.confirmed(100_000)
  for (let number = 0; number < 3; number++) await scenario.capture(order, 100)
  const { storeId, sandbox } = order
  await placeEvents({ ...scenario.writing, database: place.database }, { storeId, sandbox })
  while ((await placeActions(queueing(), 'sandbox')) > 0);
  await Promise.all(Array.from({ length: 4 }, () => queueLenderDeliveries(queueing(), true)))
  await queueAll()
  const wanted = (await everything()).filter(({ id }) => !before.has(id))
  const deliveries = await deliveriesOf(all.id)
  assert.ok(wanted.length > 5)
  assert.deepEqual(
    deliveries.map(({ event_id }) => event_id).sort(),
    wanted.map(({ id }) => id).sort(),
  )
  const types = (await deliveriesOf(some.id)).map(({ type }) => type)
  // One of the other, which was there before it, and one of itself.
  assert.deepEqual(types.sort(), [
    'lender_webhook.created',
    ...Array.from({ length: 3 }, () => 'order.captured'),
  ])
  for (const { id, event_id: eventId } of deliveries) {
    const { body } = await send('GET', `${PATH}/${all.id}/deliveries/${id}`)
    const { actor, ...posted } = JSON.parse(body.payload)
    const { actor: who, ...event } = wanted.find((each) => each.id === eventId) ?? {}
    assert.deepEqual(posted, event)
    assert.deepEqual([actor.kind, actor.id], [who.kind, who.id])
  }
})

test('one delivery of an order waits at a time; a settled one lets the next go', async () => {
  const { id } = await make({ types: ['order.captured'] })
  const order = await scenario.confirmed(100_000)
  for (let number = 0; number < 3; number++) await scenario.capture(order, 100)
  await queueAll()
  const states = async () => (await deliveriesOf(id)).map(({ state }) => state).sort()
  assert.deepEqual(await states(), ['queued', 'queued', 'waiting'])
  assert.equal(await deliver(id, 'delivered'), 1)
  assert.deepEqual(await states(), ['delivered', 'queued', 'waiting'])
  assert.equal(await deliver(id, 'failed'), 1)
  // It is retried later; the next ones wait.
  assert.equal(await deliver(id, 'delivered'), 0)
  const { body } = await send('GET', `${PATH}/${id}`)
  assert.deepEqual([body.pending, body.failing_since === null], [2, false])
})

test('missed events are recovered since a time or after a place, once', async () => {
  const order = await scenario.confirmed(100_000)
  await scenario.capture(order, 100)
  await queueAll()
  const { body: list } = await send('GET', '/lender/events?limit=1000&type=order.captured')
  const { id } = await make({ types: ['order.captured'] })
  const path = `${PATH}/${id}`
  const { status, body } = await send('POST', `${path}/recover`, { since: '2026-01-01' })
  assert.equal(status, 202, JSON.stringify(body))
  assert.deepEqual([body.count, body.more], [list.results.length, false])
  const ids = (rows: readonly Json[], name: string) => rows.map((row) => row[name]).sort()
  assert.deepEqual(ids(await deliveriesOf(id), 'event_id'), ids(list.results, 'id'))
  const again = await send('POST', `${path}/recover`, { after: '0' })
  assert.deepEqual([again.body.count, again.body.next >= body.next], [0, true])
  const late = await send('POST', `${path}/recover`, { since: '2026-01-01', until: '2026-01-02' })
  assert.equal(late.body.count, 0)
  // A failed delivery is opened again.
  await send('PATCH', path, { enabled: false })
  assert.ok((await deliveriesOf(id)).every(({ state }) => state === 'cancelled'))
  assert.equal(
    refusal(await send('POST', `${path}/recover`, { after: '0' })),
    '409 webhook_disabled',
  )
  await send('PATCH', path, { enabled: true })
  const opened = await send('POST', `${path}/recover`, { after: '0' })
  assert.equal(opened.body.count, list.results.length)
})

test('an example of each type is sent, and one that is settled is sent again', async () => {
  const { id } = await make()
  const path = `${PATH}/${id}`
  for (const type of allEventTypes) {
    const { status, body } = await send('POST', `${path}/example`, { type })
    assert.deepEqual([status, body.type, body.example], [202, type, true])
    const whole = await send('GET', `${path}/deliveries/${body.id}`)
    const payload = JSON.parse(whole.body.payload)
    assert.deepEqual([payload.type, payload.example, 'actor' in payload], [type, true, true])
  }
  const [first] = await deliveriesOf(id)
  const replay = `${path}/deliveries/${first?.id}/replay`
  assert.equal(refusal(await send('POST', replay)), '409 delivery_open')
  while ((await deliver(id, 'delivered')) > 0);
  const { status, body } = await send('POST', replay)
  assert.deepEqual([status, body.state, body.attempt_count], [202, 'waiting', 1])
  await send('PATCH', path, { enabled: false })
  assert.equal(refusal(await send('POST', replay)), '409 webhook_disabled')
  assert.equal(refusal(await send('POST', `${path}/example`)), '409 webhook_disabled')
})

test('an answer 410 disables it, which is an event for the others', async () => {
  const { id } = await make()
  const others = await make({ types: ['lender_webhook.disabled'] })
  await send('POST', `${PATH}/${id}/example`)
  assert.equal(await deliver(id, 'gone', 1), 1)
  const { body } = await send('GET', `${PATH}/${id}`)
  assert.deepEqual([body.state, body.disabled_reason, body.pending], ['disabled', 'gone', 0])
  await queueAll()
  const [delivery, ...more] = await deliveriesOf(others.id)
  assert.deepEqual([delivery?.type, more], ['lender_webhook.disabled', []])
  const whole = await send('GET', `${PATH}/${others.id}/deliveries/${delivery?.id}`)
  const { data, actor, store_id: storeId } = JSON.parse(whole.body.payload)
  assert.deepEqual(
    [data.object, data.changes.state, actor.kind, storeId],
    [{ kind: 'lender_webhook', id }, { old: 'enabled', new: 'disabled' }, 'service', null],
  )
})

test('none of it is among the rows of stores', async () => {
  const [{ count } = { count: -1 }] = await place.database.query<{ count: number }>(
    `SELECT (SELECT count(*) FROM webhook_endpoints WHERE store_id = '${LENDER}')
       + (SELECT count(*) FROM event_streams WHERE store_id = '${LENDER}') AS count`,
    [],
  )
  assert.equal(count, 0)
})
